import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import type { PageView } from '../../src/modules/pages/dto/pages.dto.js';
import { useTestService } from '../support/test-service.js';
import { action, pathOf, PLAIN_PAGE } from './records.js';

const METADATA = { twitterSite: '@acme', title: 'Title', author: 'Ada', keywords: ['a'] };
const LOGO = { image: { url: 'u', fileId: 'f', altText: 'a', assetId: 'x' } };
const PAGE = {
  ...PLAIN_PAGE,
  actions: [action('a')],
  actionCardWidgets: [
    { title: 'W', type: 'video', logos: [LOGO] },
    { type: 'video', title: '' },
  ],
  scripts: [{ name: 'n', enabled: true, content: 'c', description: 'd' }],
  footerLinks: [{ title: 't', id: 'i', links: [{ url: 'u', id: 'i', text: 't' }] }],
  metadata: METADATA,
};

const { api } = useTestService();

/** What a change is answered with, the next one can be tied to. */
async function expectCurrent(path: string, etag: string | undefined): Promise<void> {
  const { headers } = await api.get(path).expect(200);
  expect(etag).toBe(headers.etag);
}

it('answers every change of a page with the ETag that the page then has', async () => {
  const made = await api.post('/v0/pages', PAGE).expect(201);
  const path = `/v0/pages/${(made.body as PageView).pageId}`;
  await expectCurrent(path, made.headers.etag);
  const changes = [
    () =>
      api.patch(path, { actions: PAGE.actions, metadata: { title: 'T', author: 'A', robots: ['noindex'] } }),
    () => api.patch(path, { brandId: 'other' }),
    () => api.post(`${path}/archive`, {}),
    () => api.post(`${path}/restore`, {}),
    () => api.delete(path),
  ];
  for (const change of changes) await expectCurrent(path, (await change().expect(200)).headers.etag);
});

it('answers every change of an audience with the ETag that the audience then has', async () => {
  const { body: page } = await api.post('/v0/pages', PAGE).expect(201);
  const made = await api
    .post(`/v0/pages/${page.pageId}/audiences`, { metadataOverride: METADATA, customName: 'Acme' })
    .expect(201);
  const path = pathOf(made.body as AudienceView);
  await expectCurrent(path, made.headers.etag);
  const changes = [
    () => api.patch(path, { metadataOverride: { twitterSite: '@x', ogUrl: 'u', title: 'T' } }),
    () => api.patch(path, { customName: null }),
    () => api.delete(path),
    () => api.post(`${path}/restore`, {}),
  ];
  for (const change of changes) await expectCurrent(path, (await change().expect(200)).headers.etag);
});
