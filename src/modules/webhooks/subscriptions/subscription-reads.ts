import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { millis } from '../../../shared/database/driver/sql.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { receiverColumns, subscriptionFields } from './webhook-subscription.entity.js';
import type { WebhookSubscriptionView } from './webhooks.dto.js';

/** The input of a view. Entities and rows both have this shape. */
export type SubscriptionRecord = RecordOf<typeof subscriptionFields> & { id: string };

const SELECT = `select s.id, ${subscriptionFields.select('s')} from webhook_subscription s`;

export const subscriptionById = new PreparedRead<SubscriptionRecord>(
  'webhook_subscription.by_id',
  `${SELECT} where s.tenant_id = $1 and s.id = $2`,
  { isShort: true },
);

/** Newest first. Their number is limited, so the list has no pages. */
export const allSubscriptions = new PreparedRead<SubscriptionRecord>(
  'webhook_subscription.all',
  `${SELECT} where s.tenant_id = $1 order by s.id desc`,
);

/** `now` comes from the database's clock, which all workers share. */
type ReceiverRow = RecordOf<typeof receiverColumns> & { now: number };

const RECEIVER = `
  select ${receiverColumns.select('s')}, ${millis('now()')} as now
  from webhook_subscription s where s.tenant_id = $1 and s.id = $2`;

export const receiverById = new PreparedRead<ReceiverRow>('webhook_subscription.receiver', RECEIVER);

/** Every change of deliveries locks their subscription first, which prevents deadlocks. */
export const lockReceiver = new PreparedRead<ReceiverRow>(
  'webhook_subscription.lock_receiver',
  `${RECEIVER} for no key update`,
);

export function subscriptionView(subscription: SubscriptionRecord): WebhookSubscriptionView {
  return { subscriptionId: wireId('webhook', subscription.id), ...subscriptionFields.toView(subscription) };
}
