import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { recordedTypes } from '../../support/recorded-events.js';
import { useTestService } from '../../support/test-service.js';
import { WIRE_TIME } from '../../support/api/wire-values.js';
import { pathOf, Records } from '../records.js';

const { service, api } = useTestService();
const records = new Records(api);
const archive = async (audience: AudienceView) =>
  (await api.delete(pathOf(audience)).expect(200)).body as AudienceView;
const restore = async (audience: AudienceView) =>
  (await api.post(`${pathOf(audience)}/restore`, {}).expect(200)).body as AudienceView;

describe('archiving an audience', () => {
  it('cancels what is in flight, waits or is a draft, and leaves what is published', async () => {
    const audience = await records.audience();
    for (let made = 0; made < 3; made++) await records.version(audience);
    await service.pool.query(
      `update audience_version set status = 'draft' where version_number = 4 and audience_id =
         (select id from audience order by id desc limit 1)`,
    );
    const archived = await archive(audience);
    const versions = await records.versions(audience);
    expect(versions.map(({ status }) => status)).toEqual([
      'published',
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect(versions.slice(1).every(({ cancelledAt }) => WIRE_TIME.test(cancelledAt!))).toBe(true);
    expect(archived).toEqual({
      ...audience,
      status: 'archived',
      archivedAt: expect.stringMatching(WIRE_TIME),
      updatedAt: archived.archivedAt,
      latestVersion: versions[3],
      isNewPageAgent: true,
    });
    expect(await records.read(pathOf(audience))).toEqual(archived);
  });

  it('can be repeated, and so can restoring', async () => {
    const audience = await records.audience({ customName: 'Twice' });
    const archived = await archive(audience);
    expect(await archive(audience)).toEqual(archived);
    const restored = await restore(audience);
    expect(restored).toEqual({ ...audience, updatedAt: restored.updatedAt });
    expect(await restore(audience)).toEqual(restored);
    expect(await records.read(pathOf(audience))).toEqual(restored);
    const types = await recordedTypes(service, { audienceId: audience.audienceId });
    expect(types.filter((type) => type.startsWith('audience.'))).toEqual([
      'audience.created',
      'audience.archived',
      'audience.restored',
    ]);
    expect((await records.messages(audience)).map(({ kind }) => kind)).toEqual(['restore']);
  });

  it('leaves cancelled versions cancelled when it is restored, and new ones can be made', async () => {
    const audience = await records.audience();
    await records.version(audience);
    await archive(audience);
    const restored = await restore(audience);
    expect(restored).toMatchObject({ status: 'cancelled', archivedAt: null });
    expect(restored.publishedVersion).toEqual(audience.publishedVersion);
    expect(await records.version(audience)).toMatchObject({ versionNumber: 3, status: 'queued' });
  });

  it('refuses changes until it is restored', async () => {
    const audience = await records.audience();
    await api.patch(pathOf(audience), { customName: 'Before' }).expect(200);
    const [message] = await records.messages(audience);
    const version = await records.version(audience);
    const archived = await archive(audience);
    for (const answer of [
      await api.patch(pathOf(audience), { customName: 'x' }),
      await api.patch(pathOf(audience), {}),
      await api.post(`${pathOf(audience)}/versions`, {}),
      await api.post(`${pathOf(audience)}/versions`, { operationKey: 'k' }),
      await api.post(`${pathOf(audience)}/versions/${version.versionId}/publish`, {}),
      await api.post(`${pathOf(audience)}/messages`, { text: 'x' }),
      await api.post(`${pathOf(audience)}/messages`, { text: 'x', changes: { customName: 'x' } }),
      await api.post(`${pathOf(audience)}/messages/${message!.messageId}/restore`, {}),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'audience_archived']);
    }
    expect(await records.read(pathOf(audience))).toEqual(archived);
    expect(await records.messages(audience)).toHaveLength(1);
    await restore(audience);
    await api.patch(pathOf(audience), { customName: 'x' }).expect(200);
  });

  it('takes If-Match of the record as it is', async () => {
    const audience = await records.audience();
    const { headers } = await api.get(pathOf(audience));
    const remove = () => api.delete(pathOf(audience)).set('if-match', headers.etag!);
    await remove().expect(200);
    await remove().expect(412);
  });

  it('needs no body to restore, and takes none but an empty one', async () => {
    const audience = await records.audience();
    await api.post(`${pathOf(audience)}/restore`).expect(200);
    await api.post(`${pathOf(audience)}/restore`, { now: true }).expect(400);
  });
});

describe('the status of an audience', () => {
  it("is its latest version's", async () => {
    const audience = await records.audience();
    const status = async () => (await records.read<AudienceView>(pathOf(audience))).status;
    expect(await status()).toBe('published');
    const queued = await records.version(audience);
    expect(await status()).toBe('queued');
    const pending = await records.version(audience);
    expect(await status()).toBe('pending');
    const cancel = (versionId: string) => api.post(`${pathOf(audience)}/versions/${versionId}/cancel`, {});
    await cancel(queued.versionId).expect(200);
    expect(await status()).toBe('queued');
    await cancel(pending.versionId).expect(200);
    expect(await status()).toBe('cancelled');
    await archive(audience);
    expect(await status()).toBe('archived');
  });
});
