import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../database/prepared-writes.js';
import { currentTransaction } from '../database/scope.js';
import type { Transaction } from '../database/transaction.js';
import { clock } from '../kernel/clock.js';
import { newUuid } from '../kernel/ids.js';
import { assertKnownEvent } from './event-kinds.js';

/** Something that happened, written with the change that made it happen. Never changed afterwards. */
export interface EventPayload {
  type: string;
  [detail: string]: unknown;
}

const keep = new PreparedWrite(
  'event.keep',
  `insert into event (tenant_id, id, type, payload, created_at)
   select $1, id, payload->>'type', payload, $4 from unnest($2::uuid[], $3::jsonb[]) as happened (id, payload)`,
);

@Injectable()
export class Events {
  private readonly recorded = new WeakMap<Transaction, EventPayload[]>();

  constructor(private readonly writes: PreparedWrites) {}

  /** Kept if, and only if, the change it tells of is committed. */
  record(payload: EventPayload): void {
    assertKnownEvent(payload.type);
    const transaction = currentTransaction();
    const earlier = this.recorded.get(transaction);
    if (earlier) return void earlier.push(payload);
    const payloads = [payload];
    this.recorded.set(transaction, payloads);
    transaction.beforeCommit(() => this.keepAll(payloads));
  }

  private keepAll(payloads: readonly EventPayload[]): Promise<number> {
    const texts = payloads.map((payload) => JSON.stringify(payload));
    return this.writes.run(keep, payloads.map(newUuid), texts, clock.now());
  }
}
