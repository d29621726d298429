import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { Events } from '../../../shared/events/events.js';

const deleteDeliveries = new PreparedWrite(
  'webhook_delivery.erase',
  'delete from webhook_delivery where tenant_id = $1 and event_id = any($2) returning id',
);

const deleteAttempts = new PreparedWrite(
  'webhook_attempt.erase',
  'delete from webhook_attempt where tenant_id = $1 and event_id = any($2) and delivery_id = any($3)',
);

/** Erases the deliveries of an erased event, and the answers of receivers. */
@Injectable()
export class DeliveryEraser implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly writes: PreparedWrites,
  ) {}

  onModuleInit(): void {
    this.events.onErased((eventIds) => this.erase(eventIds));
  }

  /** Deletes the deliveries first: then an attempt in progress is not recorded. */
  private async erase(eventIds: readonly string[]): Promise<number> {
    const rows = await this.writes.returning<{ id: string }>(deleteDeliveries, eventIds);
    const deliveryIds = rows.map(({ id }) => id);
    return this.writes.run(deleteAttempts, eventIds, deliveryIds);
  }
}
