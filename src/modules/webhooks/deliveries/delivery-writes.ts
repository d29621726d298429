import { PreparedWrite } from '../../../shared/database/records/prepared-writes.js';
import { statusChange } from '../../../shared/database/driver/sql.js';
import { DELIVERY_COLUMNS, deliveryValues, RESOURCE_IF_ORDERED } from './deliveries.trigger.js';
import { EVENTS_IN_RANGE } from './delivery-reads.js';
import { deliveryLifecycle } from './delivery.lifecycle.js';

const again = statusChange(deliveryLifecycle, 'waiting', 'webhook_delivery');
const cancelled = statusChange(deliveryLifecycle, 'cancelled', 'webhook_delivery');

/** Clears the resource, because a delivery that is retried by hand must not wait for others. */
export const retryDelivery = new PreparedWrite(
  'webhook_delivery.retry',
  `update webhook_delivery set ${again.set}, tries = 0, due_at = now(), resource = null
   where tenant_id = $1 and event_id = $2 and id = $3 and ${again.where}`,
);

/** Resets existing deliveries of the events, and creates the missing ones. */
export const replayEvents = new PreparedWrite(
  'webhook_delivery.replay',
  `insert into webhook_delivery ${DELIVERY_COLUMNS}
   select $1, new_uuid(), ${deliveryValues(RESOURCE_IF_ORDERED)} from ${EVENTS_IN_RANGE}
   on conflict (tenant_id, subscription_id, event_id)
     do update set ${again.set}, tries = 0, due_at = excluded.due_at, resource = excluded.resource
     where ${again.where}`,
);

/**
 * Delivers one event to one subscription, out of order, even if it does not subscribe to this kind. If it does, the
 * delivery exists and gets the given id.
 */
export const deliverEvent = new PreparedWrite(
  'webhook_delivery.deliver_event',
  `insert into webhook_delivery ${DELIVERY_COLUMNS}
   select $1, $2, ${deliveryValues('null')}
   from event e join webhook_subscription s on s.tenant_id = $1
   where e.tenant_id = $1 and s.id = $3 and e.id = $4
   on conflict (tenant_id, subscription_id, event_id) do update set id = excluded.id, resource = excluded.resource`,
);

/** Makes all waiting deliveries of a subscription due at once. */
export const retryWaitingNow = new PreparedWrite(
  'webhook_delivery.retry_waiting_now',
  `update webhook_delivery set due_at = now()
   where tenant_id = $1 and subscription_id = $2 and status = 'waiting' and due_at > now()`,
);

export const cancelWaiting = new PreparedWrite(
  'webhook_delivery.cancel_waiting',
  `update webhook_delivery set ${cancelled.set}
   where tenant_id = $1 and subscription_id = $2 and ${cancelled.where}`,
);
