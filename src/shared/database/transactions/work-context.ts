import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from './transaction.js';

/** Each kind of work has connections of its own. `service` is what the service needs for itself, such as keys. */
export type WorkKind = 'request' | 'job' | 'lane' | 'service';

/** For whom work is being done, and the unit of work it is done in: one a request, one a job. */
interface WorkContext {
  tenantId?: string;
  /** A request's, where nothing else is said. */
  kind?: WorkKind;
  transaction?: Transaction;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs work with a context of its own. Within it, every query sees that tenant's rows alone. */
export function inContext<Result>(context: WorkContext, work: () => Result): Result {
  return storage.run(context, work);
}

export function currentContext(): WorkContext | undefined {
  return storage.getStore();
}

/** The tenant the present work is for. Without one nothing may be read or written, so it throws. */
export function currentTenant(): string {
  const tenantId = storage.getStore()?.tenantId;
  if (tenantId === undefined) throw new Error('A query was made outside any tenant.');
  return tenantId;
}

/** The transaction of the present unit of work. */
export function currentTransaction(): Transaction {
  const transaction = storage.getStore()?.transaction;
  if (!transaction) throw new Error('A change was made outside any unit of work.');
  return transaction;
}

/** Gives a request its context. Whose it is, the guard fills in. */
export function openContext(_req: unknown, _res: unknown, next: () => void): void {
  storage.run({}, next);
}
