import type { DeliveryStatus } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../calling/api-caller.js';
import { Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';

const SHOWN = ['delivered', 'waiting', 'failed'] as const satisfies DeliveryStatus[];

/** The newest delivery of each state, and how many there are; null for more than the API counts. */
type Health = Readonly<Record<(typeof SHOWN)[number], { count: number | null; latest: Date | null }>>;

export async function healthOf(api: Api, subscriptionId: string): Promise<Health> {
  const found = await Promise.all(
    SHOWN.map(async (status) => {
      const { items, totalCount } = await api.webhookSubscriptions.deliveries.list(subscriptionId, {
        status,
        limit: 1,
      });
      return [status, { count: totalCount, latest: items[0]?.lastAttemptAt ?? null }] as const;
    }),
  );
  return Object.fromEntries(found) as unknown as Health;
}

/** Whether the receiver takes what is sent to it. */
export function SubscriptionHealth({ of: health }: { of: Health }): VNode {
  const { webhooks } = words;
  return (
    <dl class="totals states">
      {SHOWN.map((status) => {
        const { count, latest } = health[status];
        return (
          <div key={status}>
            <dt>{webhooks.statuses[status]}</dt>
            <dd>{count ?? webhooks.countless}</dd>
            {latest && status !== 'waiting' && (
              <dd class="hint">
                {webhooks.latest} <Moment at={latest} />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
