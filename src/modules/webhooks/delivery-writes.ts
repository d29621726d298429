import { PreparedWrite } from '../../shared/database/prepared-writes.js';
import { IN_RANGE } from './delivery-reads.js';

const NEW = `
  (tenant_id, id, subscription_id, event_id, event_type, seq, resource, status, tries, attempts, due_at, created_at)`;

const ofEvent = (resource: string): string => `
  s.id, e.id, e.type, e.seq, ${resource},
  'waiting', 0, 0, date_trunc('milliseconds', clock_timestamp()), e.created_at`;

const IN_ORDER = `case s.ordering when 'resource' then e.resource end`;

/** Where whoever serves a lane listens. */
export const LANE_CHANNEL = 'foyer_webhooks';

/** Told once it is committed. */
const tellOf = (changed: string): string =>
  `select pg_notify('${LANE_CHANNEL}', tenant_id || ' ' || subscription_id)
   from (select distinct tenant_id, subscription_id from ${changed}) lane`;

/** From the beginning, with all its tries. Whoever asks for this one does not want it to wait for others. */
export const retryDelivery = new PreparedWrite(
  'webhook_delivery.retry',
  `with retried as (
     update webhook_delivery set status = 'waiting', tries = 0, due_at = now(), resource = null
     where tenant_id = $1 and id = $2
     returning tenant_id, subscription_id
   ) ${tellOf('retried')}`,
);

/** Those that there is a delivery of are delivered again; for the others it is made. */
export const replayEvents = new PreparedWrite(
  'webhook_delivery.replay',
  `with replayed as (
     insert into webhook_delivery ${NEW}
     select $1, new_uuid(), ${ofEvent(IN_ORDER)} from ${IN_RANGE}
     on conflict (subscription_id, event_id)
       do update set status = 'waiting', tries = 0, due_at = excluded.due_at, resource = excluded.resource
     returning tenant_id, subscription_id
   ) ${tellOf('replayed')}`,
);

/**
 * To one subscription, at once, whether or not it has asked for such events. If it has, there is a delivery already.
 */
export const deliverTo = new PreparedWrite(
  'webhook_delivery.deliver_to',
  `with made as (
     insert into webhook_delivery ${NEW}
     select $1, $2, ${ofEvent('null')}
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
