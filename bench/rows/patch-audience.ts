import { audienceById, audienceView, newUuid, uuidOf, wireId } from '../setup/built.ts';
import type { Row } from './row.ts';
import { shareOf } from '../seed.ts';

const BODY = JSON.stringify({ customName: 'Purchasing', supplementaryContext: 'They are about to renew.' });
const EVENT = 'audience.updated';

/** One round trip that makes the change, and writes a message and an event like the service. */
const TEXT = `
  with changed as (
    update audience set custom_name = $4, supplementary_context = $5, updated_at = $6
    where tenant_id = $1 and page_id = $2 and id = $3 and archived_at is null returning id
  ),
  message as (
    insert into audience_message (id, tenant_id, audience_id, kind, snapshot, created_at)
    select $7, $1, id, 'edit', $8::jsonb, $6 from changed
  ),
  event as (
    insert into event (id, tenant_id, type, resource, payload, created_at)
    select $9, $1, $10, $12, $11::json, $6 from changed
  )
  ${audienceById.text}`;

/** One change of an audience, with its message and its event. */
export const patchAudience: Row = {
  name: 'PATCH audience',
  route: 'PATCH /v0/pages/{}/audiences/{}',
  requests: ({ writeAudiences }, connection) =>
    shareOf(writeAudiences, connection).map(({ pageId, audienceId }) => ({
      method: 'PATCH',
      path: `/v0/pages/${wireId('page', pageId)}/audiences/${wireId('audience', audienceId)}`,
      headers: { 'content-type': 'application/json' },
      body: BODY,
    })),
  limit: async ({ ids: [pageId = '', audienceId = ''], body }, { rows, tenantId }) => {
    const change = JSON.parse(body) as { customName: string; supplementaryContext: string };
    const event = JSON.stringify({ type: EVENT, pageId, audienceId });
    const [row] = await rows<Parameters<typeof audienceView>[0]>({
      name: 'change',
      text: TEXT,
      values: [
        ...[tenantId, uuidOf('page', pageId), uuidOf('audience', audienceId)],
        ...[change.customName, change.supplementaryContext, new Date().toISOString()],
        ...[newUuid(), JSON.stringify(change), newUuid(), EVENT, event, audienceId],
      ],
    });
    if (!row) return { status: 404, body: '{}' };
    return { status: 200, body: JSON.stringify(audienceView({ ...row, ...change }, () => undefined)) };
  },
};
