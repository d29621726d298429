import { deliveryLifecycle } from './delivery.lifecycle.js';

export const DELIVERY_COLUMNS = `
  (tenant_id, id, subscription_id, event_id, event_type, seq, resource, status, tries, attempts, due_at, created_at)`;

/** A delivery with a resource waits for the earlier deliveries of that resource. */
export const RESOURCE_IF_ORDERED = `case s.ordering when 'resource' then e.resource end`;

/**
 * The columns from `subscription_id` on, for a delivery of the event `e` to the subscription `s` that is due at once.
 * Deliveries of one statement are due at the same time: otherwise, if the clock is set back in between, one delivery
 * would seem to block the others.
 */
export const deliveryValues = (resource: string): string => `
  s.id, e.id, e.type, e.seq, ${resource},
  '${deliveryLifecycle.step(null, 'waiting')}', 0, 0, date_trunc('milliseconds', statement_timestamp()), e.created_at`;

/** A UUIDv7, like all ids. PostgreSQL has its own function only since version 18. */
const NEW_UUID = `
  create or replace function new_uuid() returns uuid language sql volatile as $$
    select encode(
      set_bit(
        set_bit(
          overlay(
            uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6
          ),
          52, 1
        ),
        53, 1
      ),
      'hex'
    )::uuid
  $$`;

/** An event creates one delivery for each active subscription to its kind. */
const TELL_SUBSCRIPTIONS = `
  create or replace function tell_subscriptions() returns trigger language plpgsql as $$
  begin
    insert into webhook_delivery ${DELIVERY_COLUMNS}
    select e.tenant_id, new_uuid(), ${deliveryValues(RESOURCE_IF_ORDERED)}
    from new_event e
      join webhook_subscription s on s.tenant_id = e.tenant_id and s.active and e.type = any (s.events);
    return null;
  end $$`;

const AFTER_EVENTS = `
  create or replace trigger tell_subscriptions after insert on event
  referencing new table as new_event
  for each statement execute function tell_subscriptions()`;

/**
 * PostgreSQL itself creates deliveries, in the transaction of the event, so no code that records an event can forget
 * them (decision 41). `migrate` applies these texts whenever they change (decision 52).
 */
export const deliveryRoutines = [NEW_UUID, TELL_SUBSCRIPTIONS, AFTER_EVENTS];
