import { PreparedRead } from '../../shared/database/prepared-reads.js';
import { millis } from '../../shared/database/sql.js';
import type { SubscriptionRecord } from './webhook-views.js';

const SELECT = `
  select id, url, events, active, ordering, disabled_reason as "disabledReason",
     ${millis('created_at')} as "createdAt", ${millis('updated_at')} as "updatedAt"
  from webhook_subscription`;

export const subscriptionById = new PreparedRead<SubscriptionRecord>(
  'webhook_subscription.by_id',
  `${SELECT} where tenant_id = $1 and id = $2`,
);

/** All of them, newest first: there are never so many that it would take pages. */
export const allSubscriptions = new PreparedRead<SubscriptionRecord>(
  'webhook_subscription.all',
  `${SELECT} where tenant_id = $1 order by id desc`,
);
