import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { currentTransaction } from '../database/transactions/work-context.js';
import type { Transaction } from '../database/transactions/transaction.js';
import { clock } from '../kernel/clock.js';
import { newUuid } from '../kernel/ids.js';
import { WeeklyPartitions } from '../database/schema/time-partitions.js';
import { EventCatalog } from './event-catalog.js';
import type { EventInput } from './event-kind.js';

/** An event as it will be stored. Never changed afterwards. */
interface NewEvent {
  id: string;
  type: string;
  resource: string;
  payload: string;
}

export const keepEvents = new PreparedWrite(
  'event.keep',
  `insert into event (tenant_id, id, type, resource, payload, created_at)
   select $1, id, type, resource, payload, $6
   from unnest($2::uuid[], $3::text[], $4::text[], $5::json[]) as happened (id, type, resource, payload)`,
);

const eraseEvents = new PreparedWrite(
  'event.erase',
  'delete from event where tenant_id = $1 and resource = any($2) returning id',
);

@Injectable()
export class Events {
  private readonly recorded = new WeakMap<Transaction, NewEvent[]>();
  private readonly listeners: (() => void)[] = [];
  private readonly erasers: ((eventIds: readonly string[]) => Promise<number>)[] = [];

  constructor(
    private readonly catalog: EventCatalog,
    private readonly writes: PreparedWrites,
    private readonly partitions: WeeklyPartitions,
  ) {}

  /** Stores the event if, and only if, the change that it reports is committed. Returns the id of the event. */
  record(happening: EventInput): string {
    const { type, ...details } = happening;
    const event = {
      id: newUuid(),
      type,
      resource: this.catalog.resourceOf(type, details),
      payload: JSON.stringify({ type, ...details }),
    };
    this.eventsOf(currentTransaction()).push(event);
    return event.id;
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

  /** Deletes all earlier events of these records. */
  async erase(resources: readonly string[]): Promise<{ events: number; deliveryAttempts: number }> {
    const rows = await this.writes.returning<{ id: string }>(eraseEvents, resources);
    const eventIds = rows.map(({ id }) => id);
    let deliveryAttempts = 0;
    for (const eraser of this.erasers) deliveryAttempts += await eraser(eventIds);
    return { events: eventIds.length, deliveryAttempts };
  }

  private eventsOf(transaction: Transaction): NewEvent[] {
    const known = this.recorded.get(transaction);
    if (known) return known;
    const events: NewEvent[] = [];
    this.recorded.set(transaction, events);
    transaction.beforeCommit(() => this.keepAll(events));
    for (const listener of this.listeners) listener();
    return events;
  }

  /** Runs last, while the changed records are still locked: this keeps the numbers of one record in order. */
  private async keepAll(events: readonly NewEvent[]): Promise<void> {
    const ids = events.map(({ id }) => id);
    await Promise.all([
      this.partitions.ensure(ids),
      this.writes.run(
        keepEvents,
        ids,
        events.map(({ type }) => type),
        events.map(({ resource }) => resource),
        events.map(({ payload }) => payload),
        clock.now(),
      ),
    ]);
  }
}
