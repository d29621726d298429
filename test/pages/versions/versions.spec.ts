import type { VersionView } from '../../../src/modules/pages/dto/versions.dto.js';
import { wireTime } from '../../../src/shared/kernel/wire-time.js';
import { AT_ONCE, atOnce, MANY_CONNECTIONS } from '../../support/api/at-once.js';
import { recordedEvents } from '../../support/recorded-events.js';
import { useTestService } from '../../support/test-service.js';
import { walk } from '../../support/api/walk.js';
import { WIRE_TIME } from '../../support/api/wire-values.js';
import { pathOf, Records } from '../records.js';

const DAY = 86_400_000;
const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

// A connection for each, so that none waits for one while the others wait for the audience.
const { service, api } = useTestService(MANY_CONNECTIONS);
const records = new Records(api);

describe('POST /v0/pages/{page_id}/audiences/{audience_id}/versions', () => {
  it('queues a version with what the audience is told now, and answers it whole', async () => {
    const audience = await records.audience({ supplementaryContext: 'Renewal' });
    const version = await records.version(audience);
    expect(version).toEqual({
      versionId: expect.stringMatching(/^version_[0-9a-z]{26}$/),
      audienceId: audience.audienceId,
      versionNumber: 2,
      status: 'queued',
      isNewPageAgent: true,
      supplementaryContext: 'Renewal',
      queueDurationMs: null,
      draftReason: null,
      rolledBackFrom: null,
      publishAt: null,
      createdAt: expect.stringMatching(WIRE_TIME),
      becameDraftAt: null,
      queuedAt: expect.stringMatching(WIRE_TIME),
      publishedAt: null,
      cancelledAt: null,
      obsoleteAt: null,
      archivedAt: null,
    });
    expect(await records.read(`${pathOf(audience)}/versions/${version.versionId}`)).toEqual(version);
    await api.patch(pathOf(audience), { supplementaryContext: null }).expect(200);
    expect(await records.version(audience)).toMatchObject({
      ...{ versionNumber: 3, status: 'pending', queuedAt: null, supplementaryContext: null },
    });
    expect((await records.versions(audience))[1]).toEqual(version);
  });

  it('gives parallel requests consecutive numbers, and lets one of them go ahead', async () => {
    const audience = await records.audience();
    const answers = await atOnce(service, () => api.post(`${pathOf(audience)}/versions`, {}));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const made = answers.map(({ body }) => body as VersionView);
    made.sort((a, b) => a.versionNumber - b.versionNumber);
    expect(made.map(({ versionNumber }) => versionNumber)).toEqual(numbersFrom(2, AT_ONCE));
    expect(made.map(({ status }) => status)).toEqual(['queued', ...Array(AT_ONCE - 1).fill('pending')]);
    expect(await records.versions(audience)).toEqual([audience.latestVersion, ...made]);
  });

  it.each([
    [{ operationKey: '' }, '/operationKey', 'too_short'],
    [{ operationKey: 'x'.repeat(129) }, '/operationKey', 'too_long'],
    [{ operationKey: null }, '/operationKey', 'wrong_type'],
    [{ operationKey: 1 }, '/operationKey', 'wrong_type'],
    [{ publishAt: 'now' }, '/publishAt', 'wrong_pattern'],
    [{ publishAt: Date.now() }, '/publishAt', 'wrong_type'],
    [{ publishAt: wireTime(Date.now() + 367 * DAY) }, '/publishAt', 'out_of_range'],
    [{ versionNumber: 9 }, '/versionNumber', 'unknown_property'],
  ])('refuses %j', async (given, pointer, code) => {
    const audience = await records.audience();
    const { body } = await api.post(`${pathOf(audience)}/versions`, given).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
    expect(await records.versions(audience)).toHaveLength(1);
  });

  it.each(['archive', 'restore'])('on a page after %s', async (last) => {
    const audience = await records.audience();
    await api.post(`/v0/pages/${audience.pageId}/archive`, {}).expect(200);
    if (last === 'restore') await api.post(`/v0/pages/${audience.pageId}/restore`, {}).expect(200);
    const answer = await api.post(`${pathOf(audience)}/versions`, {});
    expect([answer.status, answer.body.code]).toEqual(
      last === 'archive' ? [409, 'page_archived'] : [201, undefined],
    );
    expect(await records.versions(audience)).toHaveLength(last === 'archive' ? 1 : 2);
  });
});

describe('an operation key', () => {
  it.each(['x', 'é'.repeat(128), '😀'.repeat(128)])(
    'makes one version, however often it is used',
    async (operationKey) => {
      const audience = await records.audience();
      const path = `${pathOf(audience)}/versions`;
      const answers = await atOnce(service, () => api.post(path, { operationKey }));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(AT_ONCE - 1).fill(200), 201]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await records.versions(audience)).toHaveLength(2);
      const { body } = await api.post(`${path}/${answers[0]!.body.versionId}/cancel`, {}).expect(200);
      const repeat = await api.post(path, { operationKey }).expect(200);
      expect(repeat.body).toEqual(body);
    },
  );

  it('still answers once nothing new can be made', async () => {
    const audience = await records.audience();
    const path = `${pathOf(audience)}/versions`;
    const { versionId } = await records.version(audience, { operationKey: 'k' });
    await api.post(`/v0/pages/${audience.pageId}/archive`, {}).expect(200);
    expect((await api.post(path, { operationKey: 'k' }).expect(200)).body.versionId).toBe(versionId);
    await api.delete(pathOf(audience)).expect(200);
    const { body } = await api.post(path, { operationKey: 'k' }).expect(200);
    expect(body).toMatchObject({ versionId, status: 'cancelled' });
  });

  it('answers 200 for a version that was there, also under an Idempotency-Key, and to its repeat', async () => {
    const audience = await records.audience();
    const path = `${pathOf(audience)}/versions`;
    const { versionId } = await records.version(audience, { operationKey: 'k' });
    for (const replayed of [undefined, 'true']) {
      const asked = api.post(path, { operationKey: 'k' }).set('idempotency-key', 'existing');
      const { body, headers } = await asked.expect(200);
      expect([body.versionId, headers['idempotency-replayed']]).toEqual([versionId, replayed]);
    }
  });

  it('is known in its audience alone', async () => {
    const [one, other] = [await records.audience(), await records.audience()];
    const made = await records.version(one, { operationKey: 'k' });
    expect((await records.version(other, { operationKey: 'k' })).versionId).not.toBe(made.versionId);
    expect((await records.version(one, { operationKey: 'K' })).versionNumber).toBe(3);
  });
});

describe('cancelling a version', () => {
  it('can be repeated, and the next one gets its turn', async () => {
    const audience = await records.audience();
    const [queued, pending, last] = [
      await records.version(audience),
      await records.version(audience),
      await records.version(audience),
    ];
    const cancel = ({ versionId }: VersionView) =>
      api.post(`${pathOf(audience)}/versions/${versionId}/cancel`, {});
    const { body: first } = await cancel(queued).expect(200);
    expect(first).toEqual({ ...queued, status: 'cancelled', cancelledAt: expect.stringMatching(WIRE_TIME) });
    expect((await cancel(queued).expect(200)).body).toEqual(first);
    expect((await records.versions(audience)).map(({ status }) => status)).toEqual([
      ...['published', 'cancelled', 'queued', 'pending'],
    ]);
    await cancel(last).expect(200);
    const versions = await records.versions(audience);
    expect(versions.map(({ status }) => status)).toEqual(['published', 'cancelled', 'queued', 'cancelled']);
    expect(versions[2]).toEqual({ ...pending, status: 'queued', queuedAt: expect.stringMatching(WIRE_TIME) });
    const { versionId } = queued;
    expect(await recordedEvents(service, { type: 'page.version.cancelled', versionId })).toHaveLength(1);
  });

  it('is refused for what is published', async () => {
    const { latestVersion, ...audience } = await records.audience();
    const { body } = await api
      .post(`${pathOf(audience)}/versions/${latestVersion.versionId}/cancel`, {})
      .expect(409);
    expect(body.code).toBe('version_published');
  });

  it('is still possible on an archived page', async () => {
    const audience = await records.audience();
    const { versionId } = await records.version(audience);
    await api.post(`/v0/pages/${audience.pageId}/archive`, {}).expect(200);
    await api.post(`${pathOf(audience)}/versions/${versionId}/cancel`, {}).expect(200);
  });
});

describe('a version', () => {
  it.each(['queued', 'pending', 'published', 'cancelled'])(
    'that is %s is not published again',
    async (status) => {
      const audience = await records.audience();
      for (let made = 0; made < 3; made++) await records.version(audience);
      const versions = `${pathOf(audience)}/versions`;
      await api
        .post(`${versions}/${(await records.versions(audience))[3]!.versionId}/cancel`, {})
        .expect(200);
      const before = await records.versions(audience);
      const { versionId } = before.find((version) => version.status === status)!;
      const { body } = await api.post(`${versions}/${versionId}/publish`, {}).expect(409);
      expect(body.code).toBe(`version_${status}`);
      expect(await records.versions(audience)).toEqual(before);
    },
  );

  it('has no content before it is composed', async () => {
    const audience = await records.audience();
    const { versionId } = await records.version(audience);
    const { body } = await api.get(`${pathOf(audience)}/versions/${versionId}/content`).expect(404);
    expect(body.code).toBe('content_not_found');
  });

  it('is found only below its own audience', async () => {
    const [own, other] = [await records.audience(), await records.audience()];
    const { versionId } = await records.version(own);
    const path = `${pathOf(other)}/versions/${versionId}`;
    const answers = await Promise.all([
      api.get(path),
      api.get(`${path}/content`),
      api.post(`${path}/cancel`, {}),
      api.post(`${path}/publish`, {}),
      api.post(`${path}/rollback`, {}),
      api.get(`${path}/diff?against=${versionId}`),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [404, 'version_not_found']),
    );
  });

  it('is listed after those that came later', async () => {
    const audience = await records.audience();
    for (let made = 0; made < 4; made++) await records.version(audience);
    const pages = await walk<VersionView>(api, `${pathOf(audience)}/versions?limit=2`);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([5, 5, 5]);
    const numbers = pages.flatMap(({ items }) => items.map(({ versionNumber }) => versionNumber));
    expect(numbers).toEqual([5, 4, 3, 2, 1]);
  });
});
