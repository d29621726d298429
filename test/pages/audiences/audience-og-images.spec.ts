import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import type { PageView } from '../../../src/modules/pages/dto/pages.dto.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { CONTENT, made } from '../../assets/support.js';
import { HeldTransaction } from '../../support/database/held-transaction.js';
import { useTestService } from '../../support/test-service.js';
import { ComposedVersions } from '../composed-versions.js';
import { imageFields, imageOf } from '../og-image-fields.js';
import { pagePath, pathOf, Records } from '../records.js';

const { service, api } = useTestService();
const records = new Records(api);
const versions = new ComposedVersions(service, records);

type Asset = Awaited<ReturnType<typeof made>>;

let picture: Asset;
let other: Asset;
beforeAll(async () => {
  picture = await made(service, { content: CONTENT.png });
  other = await made(service, { content: CONTENT.jpeg, fields: { type: 'logo' } });
});

const put = (path: string, { assetId }: { assetId: string } = picture) => api.put(imageOf(path), { assetId });
const fieldsOf = (asset: Asset) => imageFields(asset, service.siteUrl);

describe('the picture of an audience', () => {
  let page: PageView;
  let audience: AudienceView;
  beforeEach(async () => {
    page = await records.page({ metadata: { title: 'T' } });
    audience = await records.audience({}, page.pageId);
    await put(pagePath(page)).expect(200);
  });

  const read = () => records.read<AudienceView>(pathOf(audience));

  it("replaces the page's until it is removed", async () => {
    expect((await read()).effectiveMetadata).toEqual({ title: 'T', robots: [], ...fieldsOf(picture) });
    const { body, headers } = await put(pathOf(audience), other).expect(200);
    expect(body).toMatchObject({
      metadataOverride: { robots: [], ...fieldsOf(other) },
      effectiveMetadata: { title: 'T', robots: [], ...fieldsOf(other) },
    });
    expect((await api.get(pathOf(audience))).headers.etag).toBe(headers.etag);
    const { items } = (await api.get(`${pagePath(page)}/audiences`).expect(200)).body;
    expect(items).toEqual([body]);
    const removed = await api.delete(imageOf(pathOf(audience))).expect(200);
    expect(removed.body).not.toHaveProperty('metadataOverride');
    expect(removed.body.effectiveMetadata).toEqual({ title: 'T', robots: [], ...fieldsOf(picture) });
    expect(await read()).toEqual(removed.body);
  });

  it('is in the answer to the creation of the next audience, where it is the page that has it', async () => {
    const next = await records.audience({}, page.pageId);
    expect(next.effectiveMetadata).toEqual({ title: 'T', robots: [], ...fieldsOf(picture) });
    expect(await records.read(pathOf(next))).toEqual(next);
  });

  it('is an override: changes of others keep it, messages have it, and restoring one returns it', async () => {
    await put(pathOf(audience), other).expect(200);
    await api.patch(pathOf(audience), { metadataOverride: { title: 'U' } }).expect(200);
    await put(pathOf(audience), other).expect(200);
    const note = { text: 'x', changes: { customName: 'Acme' } };
    const posted = await api.post(`${pathOf(audience)}/messages`, note).expect(201);
    await api.delete(imageOf(pathOf(audience))).expect(200);
    const messages = await records.messages(audience);
    expect(messages.map(({ overrides }) => overrides!.metadataOverride)).toEqual([
      { robots: [], ...fieldsOf(other) },
      { title: 'U', robots: [], ...fieldsOf(other) },
      { title: 'U', robots: [], ...fieldsOf(other) },
      { title: 'U', robots: [] },
    ]);
    expect(messages[2]).toEqual(posted.body);
    const [first] = messages;
    await api.post(`${pathOf(audience)}/messages/${first!.messageId}/restore`, {}).expect(200);
    expect((await read()).metadataOverride).toEqual({ robots: [], ...fieldsOf(other) });
  });

  it('is restored by a message, also while its asset is in the trash: it shows again with the asset', async () => {
    const asset = await made(service);
    await put(pathOf(audience), asset).expect(200);
    await api.delete(imageOf(pathOf(audience))).expect(200);
    const [message] = await records.messages(audience);
    const restoring = () => api.post(`${pathOf(audience)}/messages/${message!.messageId}/restore`, {});
    const held = await HeldTransaction.begin(service, 'update asset set trashed_at = now() where id = $1', [
      uuidOf('asset', asset.assetId),
    ]);
    expect((await held.commitAheadOf(restoring())).status).toBe(200);
    expect((await read()).effectiveMetadata).toEqual({ title: 'T', robots: [] });
    await api.post(`/v0/assets/trash/${asset.assetId}/restore`).expect(200);
    expect((await read()).metadataOverride).toEqual({ robots: [], ...fieldsOf(asset) });
    const { body } = await api.delete(`/v0/assets/${asset.assetId}`).expect(200);
    expect(body.usedBy).toEqual([{ type: 'audience', id: audience.audienceId }]);
  });

  it("is not replaced by the page's while its asset is in the trash", async () => {
    const asset = await made(service);
    await put(pathOf(audience), asset).expect(200);
    await api.delete(`/v0/assets/${asset.assetId}`).expect(200);
    expect((await read()).effectiveMetadata).toEqual({ title: 'T', robots: [] });
  });

  it('is not changed while the audience is archived', async () => {
    await api.delete(pathOf(audience)).expect(200);
    expect((await put(pathOf(audience)).expect(409)).body.code).toBe('audience_archived');
    expect((await api.delete(imageOf(pathOf(audience))).expect(409)).body.code).toBe('audience_archived');
  });

  it('is forgotten with the person', async () => {
    const { body: person } = await api.post('/v0/persons', { name: 'Grace Hopper' }).expect(201);
    const own = await records.audience({ personId: person.personId }, page.pageId);
    await put(pathOf(own), other).expect(200);
    await api.delete(`/v0/persons/${person.personId}?erase=true`).expect(200);
    expect(await records.read(pathOf(own))).not.toHaveProperty('metadataOverride');
  });
});

describe('a version', () => {
  it('keeps the picture that it was composed with', async () => {
    const page = await records.page();
    await put(pagePath(page)).expect(200);
    const audience = await records.audience({}, page.pageId);
    const { versionId } = audience.publishedVersion;
    const contentPath = `${pathOf(audience)}/versions/${versionId}/content`;
    const { body } = await api.get(contentPath).expect(200);
    expect(body.content.metadata).toEqual({ robots: [], ...fieldsOf(picture) });
    expect(body.content).not.toHaveProperty('ogImageAssetId');
    await put(pagePath(page), other).expect(200);
    expect((await api.get(contentPath).expect(200)).body).toEqual(body);
    const { rows } = await service.pool.query<{ content: object }>(
      'select content from audience_version where id = $1',
      [uuidOf('version', versionId)],
    );
    expect(rows[0]!.content).toMatchObject({ ogImageAssetId: picture.assetId });
    expect(JSON.stringify(rows[0]!.content)).not.toContain('_foyer/files');
  });

  it('differs by its picture from another one', async () => {
    const page = await records.page();
    const audience = await records.audience({}, page.pageId);
    await put(pathOf(audience), other).expect(200);
    const versionId = await versions.publish(audience);
    const against = audience.publishedVersion.versionId;
    const { body } = await api
      .get(`${pathOf(audience)}/versions/${versionId}/diff?against=${against}`)
      .expect(200);
    const value = { robots: [], ...fieldsOf(other) };
    expect(body.operations).toEqual([{ op: 'replace', path: '/metadata', value }]);
  });
});
