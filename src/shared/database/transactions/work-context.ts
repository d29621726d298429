import { AsyncLocalStorage } from 'node:async_hooks';
import { SERVICE, type Actor } from '../../kernel/actor.js';
import type { Transaction } from './transaction.js';

/** Each kind of work has its own connections. `service` is the service's own work, such as loading keys. */
export type WorkKind = 'request' | 'job' | 'lane' | 'service';

/** The tenant of the current work, and its unit of work: one per request or job. */
interface WorkContext {
  tenantId?: string;
  /** Whether the key of the caller has a scope. Not set if no key asked for the work. */
  mayUse?: (scope: string) => boolean;
  /** Who asks for the work; the service itself if not given. Called only if the work changes something. */
  actor?: () => Actor;
  /** `request` if not given. */
  kind?: WorkKind;
  transaction?: Transaction;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs work in its own context. Within it, every query sees only the rows of that tenant. */
export function inContext<Result>(context: WorkContext, work: () => Result): Result {
  return storage.run(context, work);
}

export function currentContext(): WorkContext | undefined {
  return storage.getStore();
}

/** The tenant of the current work. Throws if there is none, because nothing may be read or written then. */
export function currentTenant(): string {
  const tenantId = storage.getStore()?.tenantId;
  if (tenantId === undefined) throw new Error('A query was made outside any tenant.');
  return tenantId;
}

/** Who makes the changes of the current work. */
export function currentActor(): Actor {
  return storage.getStore()?.actor?.() ?? SERVICE;
}

/** Runs work whose changes are made by this actor, in the same tenant. */
export function actingAs<Result>(actor: Actor, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), actor: () => actor }, work);
}

/** The transaction of the current unit of work. */
export function currentTransaction(): Transaction {
  const transaction = storage.getStore()?.transaction;
  if (!transaction) throw new Error('A change was made outside any unit of work.');
  return transaction;
}

/** Gives a request its context. The guard fills in the tenant. */
export function openContext(_req: unknown, _res: unknown, next: () => void): void {
  storage.run({}, next);
}
