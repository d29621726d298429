import { hash } from 'node:crypto';
import { linkOnOwnDomain, resolutionView } from '../setup/built.ts';
import type { Row } from './row.ts';

/** Resolves one of 10,500 links. */
export const resolveLink: Row = {
  name: 'GET resolution',
  route: 'GET /v0/page_links/resolve',
  requests: (_, connection) =>
    Array.from({ length: 25 }, (_, index) => ({
      method: 'GET',
      path: `/v0/page_links/resolve?path=/path/${connection * 25 + index + 1}`,
    })),
  limit: async ({ query }, { rows, tenantId }) => {
    const path = new URLSearchParams(query).get('path') ?? '';
    const [link] = await rows<NonNullable<Parameters<typeof resolutionView>[0]>>({
      name: 'link',
      text: linkOnOwnDomain.text,
      values: [tenantId, hash('sha256', path, 'buffer')],
    });
    return { status: 200, body: JSON.stringify(resolutionView(link, null)) };
  },
};
