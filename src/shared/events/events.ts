import { Injectable } from '@nestjs/common';
import { AuditEntries, entryInsert, type NewAuditEntry } from '../audit/audit-entries.js';
import type { FieldChanges } from '../audit/field-changes.js';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { RowInsert, type RowCount } from '../database/records/row-insert.js';
import { currentActor, currentTransaction } from '../database/transactions/work-context.js';
import type { Transaction } from '../database/transactions/transaction.js';
import { clock } from '../kernel/clock.js';
import { newUuid } from '../kernel/ids.js';
import { MonthlyPartitions, WeeklyPartitions } from '../database/schema/time-partitions.js';
import { EventCatalog } from './event-catalog.js';
import type { EventInput } from './event-kind.js';

/** An event as it will be stored. Never changed afterwards. */
interface NewEvent {
  id: string;
  type: string;
  resource: string;
  payload: string;
}

/** What a transaction is about to store. */
interface Happenings {
  events: NewEvent[];
  auditEntries: NewAuditEntry[];
}

const eventInsert = new RowInsert('event', { id: 'uuid', type: 'text', resource: 'text', payload: 'json' }, [
  'created_at',
]);

/** One statement: the audit log costs no additional one (decision 104). */
const keep = (count: RowCount) =>
  new PreparedWrite(
    `event.keep_${count}`,
    `with kept as (${eventInsert.sql(count, 2)}) ${entryInsert.sql(count, eventInsert.after(2))}`,
  );

const keepHappenings: Readonly<Record<RowCount, PreparedWrite>> = { one: keep('one'), many: keep('many') };

const eraseEvents = new PreparedWrite(
  'event.erase',
  'delete from event where tenant_id = $1 and resource = any($2) returning id',
);

@Injectable()
export class Events {
  private readonly recorded = new WeakMap<Transaction, Happenings>();
  private readonly listeners: (() => void)[] = [];
  private readonly erasers: ((eventIds: readonly string[]) => Promise<number>)[] = [];

  constructor(
    private readonly catalog: EventCatalog,
    private readonly writes: PreparedWrites,
    private readonly auditEntries: AuditEntries,
    private readonly weeks: WeeklyPartitions,
    private readonly months: MonthlyPartitions,
  ) {}

  /**
   * Stores the event and its audit entry if, and only if, the change that it reports is committed. Returns the id of
   * the event. `changes` is for records that the ORM does not store.
   */
  record(happening: EventInput, changes?: FieldChanges): string {
    const { type, ...details } = happening;
    const resource = this.catalog.resourceOf(type, details);
    const event = { id: newUuid(), type, resource, payload: JSON.stringify({ type, ...details }) };
    const { events, auditEntries } = this.happeningsOf(currentTransaction());
    if (events.length === 0) for (const listener of this.listeners) listener();
    events.push(event);
    const record = this.catalog.recordOf(type, details);
    const parent = record === resource ? null : resource;
    if (this.isAudited(type)) auditEntries.push({ id: event.id, operation: type, record, parent, changes });
    return event.id;
  }

  /** For changes that nobody subscribes to: leaves only an audit entry. `record` is an id in the form of the API. */
  recordForAudit(operation: string, record: string | null, parent: string | null = null): void {
    const entry = { id: newUuid(), operation, record, parent };
    this.happeningsOf(currentTransaction()).auditEntries.push(entry);
  }

  /** Calls the listener once in every transaction that records events. */
  onRecorded(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Calls the eraser in the transaction that erases events. The eraser returns how many delivery attempts it deleted.
   */
  onErased(eraser: (eventIds: readonly string[]) => Promise<number>): void {
    this.erasers.push(eraser);
  }

  /** Deletes all earlier events of these records, and erases their ids and values from the audit log. */
  async erase(resources: readonly string[]): Promise<{ events: number; deliveryAttempts: number }> {
    const [rows] = await Promise.all([
      this.writes.returning<{ id: string }>(eraseEvents, resources),
      this.auditEntries.erase(resources, currentTransaction()),
    ]);
    const eventIds = rows.map(({ id }) => id);
    let deliveryAttempts = 0;
    for (const eraser of this.erasers) deliveryAttempts += await eraser(eventIds);
    return { events: eventIds.length, deliveryAttempts };
  }

  private isAudited(type: string): boolean {
    const { auditedOf } = this.catalog.kind(type);
    return auditedOf === undefined || auditedOf.includes(currentActor().type);
  }

  private happeningsOf(transaction: Transaction): Happenings {
    const known = this.recorded.get(transaction);
    if (known) return known;
    const happenings = { events: [], auditEntries: [] };
    this.recorded.set(transaction, happenings);
    transaction.beforeCommit(() => this.keep(happenings, transaction));
    return happenings;
  }

  /** Runs last, while the changed records are still locked: this keeps the numbers of one record in order. */
  private async keep({ events, auditEntries }: Happenings, transaction: Transaction): Promise<void> {
    const count = events.length === 1 && auditEntries.length === 1 ? 'one' : 'many';
    await Promise.all([
      this.weeks.ensure(events.map(({ id }) => id)),
      this.months.ensure(auditEntries.map(({ id }) => id)),
      this.writes.run(
        keepHappenings[count],
        ...eventInsert.toParams(count, events, [clock.now()]),
        ...this.auditEntries.toParams(count, auditEntries, transaction),
      ),
    ]);
  }
}
