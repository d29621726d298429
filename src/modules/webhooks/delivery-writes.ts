import { PreparedWrite } from '../../shared/database/prepared-writes.js';
import { statusChange } from '../../shared/database/sql.js';
import { DELIVERY_COLUMNS, deliveryValues, LANE_CHANNEL, RESOURCE_IF_ORDERED } from './deliveries.trigger.js';
import { IN_RANGE } from './delivery-reads.js';
import { deliveryLifecycle } from './delivery.lifecycle.js';

const again = statusChange(deliveryLifecycle, 'waiting', 'webhook_delivery');

/** Told once it is committed. */
const tellOf = (changed: string): string =>
  `select pg_notify('${LANE_CHANNEL}', tenant_id || ' ' || subscription_id)
   from (select distinct tenant_id, subscription_id from ${changed}) lane`;

/** From the beginning, with all its tries. Whoever asks for this one does not want it to wait for others. */
export const retryDelivery = new PreparedWrite(
  'webhook_delivery.retry',
  `with retried as (
     update webhook_delivery set ${again.set}, tries = 0, due_at = now(), resource = null
     where tenant_id = $1 and id = $2 and ${again.where}
     returning tenant_id, subscription_id
   ) ${tellOf('retried')}`,
);

/** Those that there is a delivery of are delivered again; for the others it is made. */
export const replayEvents = new PreparedWrite(
  'webhook_delivery.replay',
  `with replayed as (
     insert into webhook_delivery ${DELIVERY_COLUMNS}
     select $1, new_uuid(), ${deliveryValues(RESOURCE_IF_ORDERED)} from ${IN_RANGE}
     on conflict (subscription_id, event_id)
       do update set ${again.set}, tries = 0, due_at = excluded.due_at, resource = excluded.resource
       where ${again.where}
     returning tenant_id, subscription_id
   ) ${tellOf('replayed')}`,
);

/**
 * To one subscription, at once, whether or not it has asked for such events. If it has, there is a delivery already.
 */
export const deliverTo = new PreparedWrite(
  'webhook_delivery.deliver_to',
  `with made as (
     insert into webhook_delivery ${DELIVERY_COLUMNS}
     select $1, $2, ${deliveryValues('null')}
     from event e join webhook_subscription s on s.tenant_id = e.tenant_id
     where e.tenant_id = $1 and s.id = $3 and e.id = $4
     on conflict (subscription_id, event_id) do update set id = excluded.id, resource = excluded.resource
     returning tenant_id, subscription_id
   ) ${tellOf('made')}`,
);

/** Whatever waits is tried at once. */
export const hastenWaiting = new PreparedWrite(
  'webhook_delivery.hasten',
  `update webhook_delivery set due_at = now()
   where tenant_id = $1 and subscription_id = $2 and status = 'waiting' and due_at > now()`,
);

/** The subscription is not what it was: whoever serves it looks again. */
export const tellLane = new PreparedWrite(
  'webhook_subscription.tell_lane',
  `select pg_notify('${LANE_CHANNEL}', tenant_id || ' ' || id)
   from webhook_subscription where tenant_id = $1 and id = $2`,
);
