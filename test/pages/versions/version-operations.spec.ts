import { applyPatch, type Operation } from 'rfc6902';
import {
  publishVersion,
  releaseScheduledVersion,
} from '../../../src/modules/pages/publishing/versions.jobs.js';
import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import type { VersionContentView } from '../../../src/modules/pages/dto/content.dto.js';
import type { VersionDiffView, VersionView } from '../../../src/modules/pages/dto/versions.dto.js';
import { wireTime } from '../../../src/shared/kernel/wire-time.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { recordedTypes } from '../../support/recorded-events.js';
import { StepwiseWorker } from '../../support/stepwise-worker.js';
import { useTestService } from '../../support/test-service.js';
import { WIRE_TIME } from '../../support/api/wire-values.js';
import { pathOf, Records } from '../records.js';

const DAY = 86_400_000;
const PARALLEL = 30;

const { service, api } = useTestService({ DATABASE_POOL_MAX: `${PARALLEL + 4}` });
const records = new Records(api);
const worker = new StepwiseWorker(service);
const at = (audience: AudienceView, { versionId }: VersionView, rest = '') =>
  `${pathOf(audience)}/versions/${versionId}${rest}`;
const rollBack = (audience: AudienceView, version: VersionView) =>
  api.post(at(audience, version, '/rollback'), {});
const contentOf = async (audience: AudienceView, version: VersionView) =>
  (await records.read<VersionContentView>(at(audience, version, '/content'))).content;

/** A new version with this context and body, once it is published. */
async function say(audience: AudienceView, text: string): Promise<VersionView> {
  await api.patch(pathOf(audience), saying(text)).expect(200);
  const { versionId } = await records.version(audience);
  await worker.workOff(publishVersion);
  const version = await records.read<VersionView>(`${pathOf(audience)}/versions/${versionId}`);
  expect(version.status).toBe('published');
  return version;
}

const saying = (text: string) => ({ supplementaryContext: text, bodyOverride: text });

const statusesOf = async (audience: AudienceView) =>
  (await records.versions(audience)).map(({ status }) => status);

describe('comparing two versions', () => {
  it('answers what turns the content of the one into that of the other', async () => {
    const audience = await records.audience(saying('First'));
    const second = await say(audience, 'Second');
    const { body } = await api
      .get(at(audience, second, `/diff?against=${audience.latestVersion.versionId}`))
      .expect(200);
    const { operations, ...rest } = body as VersionDiffView;
    expect(rest).toEqual({ versionId: second.versionId, against: audience.latestVersion.versionId });
    expect(operations.length).toBeGreaterThan(0);
    const content = await contentOf(audience, audience.latestVersion);
    expect(applyPatch(content, operations as Operation[]).filter(Boolean)).toEqual([]);
    expect(content).toEqual(await contentOf(audience, second));
  });

  it('has nothing to say of a version and itself', async () => {
    const audience = await records.audience();
    const { latestVersion } = audience;
    const { body } = await api.get(at(audience, latestVersion, `/diff?against=${latestVersion.versionId}`));
    expect(body.operations).toEqual([]);
  });

  it('needs two versions of one audience, both composed', async () => {
    const [audience, other] = [await records.audience(), await records.audience()];
    const { latestVersion } = audience;
    const later = await records.version(audience, { publishAt: wireTime(Date.now() + DAY) });
    const ask = async (of: VersionView, against: string) => {
      const { status, body } = await api.get(at(audience, of, `/diff${against}`));
      return [status, body.code];
    };
    expect(await ask(latestVersion, `?against=${later.versionId}`)).toEqual([404, 'content_not_found']);
    expect(await ask(later, `?against=${latestVersion.versionId}`)).toEqual([404, 'content_not_found']);
    for (const against of [other.latestVersion.versionId, 'version_unknown', ''])
      expect(await ask(latestVersion, `?against=${against}`)).toEqual([404, 'version_not_found']);
    expect(await ask(latestVersion, '')).toEqual([400, 'validation_failed']);
  });
});

describe('rolling back', () => {
  it('publishes the old content once more, at once, as a new version', async () => {
    const audience = await records.audience(saying('First'));
    const second = await say(audience, 'Second');
    const { body } = await rollBack(audience, audience.latestVersion).expect(201);
    const { versionId: first } = audience.latestVersion;
    expect(body).toMatchObject({
      ...{ versionNumber: 3, status: 'published', rolledBackFrom: first, supplementaryContext: 'First' },
      ...{ isNewPageAgent: false, queuedAt: null, queueDurationMs: null, publishAt: null },
      publishedAt: expect.stringMatching(WIRE_TIME),
    });
    expect(await contentOf(audience, body)).toEqual(await contentOf(audience, audience.latestVersion));
    expect(await statusesOf(audience)).toEqual(['archived', 'archived', 'published']);
    expect(await records.read(pathOf(audience))).toMatchObject({
      ...{ publishedVersion: body, latestVersion: body, supplementaryContext: 'Second' },
    });
    const { body: forth } = await rollBack(audience, second).expect(201);
    expect(forth).toMatchObject({ rolledBackFrom: second.versionId, isNewPageAgent: true });
    expect(await recordedTypes(service, { versionId: body.versionId })).toEqual([
      'page.version.created',
      'page.version.published',
    ]);
  });

  it('waits for those that came before', async () => {
    const audience = await records.audience(saying('First'));
    await say(audience, 'Second');
    await records.version(audience);
    await records.version(audience);
    const { body } = await rollBack(audience, audience.latestVersion).expect(201);
    expect(body).toMatchObject({ versionNumber: 5, status: 'pending', publishedAt: null });
    await api.get(at(audience, body, '/content')).expect(404);
    expect((await rollBack(audience, body).expect(409)).body.code).toBe('version_pending');
    await worker.workOff(publishVersion);
    expect(await statusesOf(audience)).toEqual([...Array(4).fill('archived'), 'published']);
    const [first, , , fourth, last] = await records.versions(audience);
    expect(await contentOf(audience, last!)).toEqual(await contentOf(audience, first!));
    expect(Number(last!.publishedAt)).toBeGreaterThanOrEqual(Number(fourth!.publishedAt));
  });

  it('is possible to what was shown before, and to nothing else', async () => {
    const audience = await records.audience();
    const later = await records.version(audience, { publishAt: wireTime(Date.now() + DAY) });
    const refused = async (version: VersionView) =>
      (await rollBack(audience, version).expect(409)).body.code as string;
    expect(await refused(audience.latestVersion)).toBe('version_published');
    expect(await refused(later)).toBe('version_pending');
    await api.post(at(audience, later, '/cancel'), {}).expect(200);
    expect(await refused(later)).toBe('version_cancelled');
    await say(audience, 'Second');
    const page = `/v0/pages/${audience.pageId}`;
    await api.post(`${page}/archive`, {}).expect(200);
    expect(await refused(audience.latestVersion)).toBe('page_archived');
    await api.post(`${page}/restore`, {}).expect(200);
    await api.delete(pathOf(audience)).expect(200);
    expect(await refused(audience.latestVersion)).toBe('audience_archived');
    await api.post(`${pathOf(audience)}/restore`, {}).expect(200);
    await rollBack(audience, audience.latestVersion).expect(201);
  });

  it('does not go live on a page that was archived while it waited', async () => {
    const audience = await records.audience(saying('First'));
    await say(audience, 'Second');
    const ahead = await records.version(audience);
    await rollBack(audience, audience.latestVersion).expect(201);
    await api.post(`/v0/pages/${audience.pageId}/archive`, {}).expect(200);
    await api.post(at(audience, ahead, '/cancel'), {}).expect(200);
    expect(await statusesOf(audience)).toEqual(['archived', 'published', 'cancelled', 'cancelled']);
  });

  it('happens once for one idempotency key, and as often as asked for without', async () => {
    const audience = await records.audience();
    await say(audience, 'Second');
    const once = () => rollBack(audience, audience.latestVersion).set('idempotency-key', 'back');
    const { body } = await once().expect(201);
    expect((await once().expect(201)).body).toEqual(body);
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => rollBack(audience, audience.latestVersion)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const versions = await records.versions(audience);
    expect(versions.map(({ versionNumber }) => versionNumber)).toEqual(versions.map((_, index) => index + 1));
    expect(versions).toHaveLength(PARALLEL + 3);
    expect(versions.filter(({ status }) => status === 'published')).toHaveLength(1);
  });
});

describe('a scheduled version', () => {
  const inADay = () => wireTime(Date.now() + DAY);

  /** As if the time had come that the job of the version waits for. */
  const letItCome = async ({ versionId }: VersionView) => {
    const { rowCount } = await service.pool.query(
      `update jobs.job set start_after = now()
       where name = $1 and state = 'created' and data->'data'->>'versionId' = $2`,
      [releaseScheduledVersion.name, uuidOf('version', versionId)],
    );
    expect(rowCount).toBe(1);
    await worker.workOff(releaseScheduledVersion);
  };

  it.each([undefined, null, '+1763164800000'])('is for now with %j', async (publishAt) => {
    const audience = await records.audience();
    const version = await records.version(audience, { publishAt });
    expect(version).toMatchObject({ status: 'queued', publishAt: publishAt ?? null });
    await worker.workOff(publishVersion);
    expect((await statusesOf(audience)).at(-1)).toBe('published');
  });

  it('waits for its time, blocks no other one, and joins the end of the queue', async () => {
    const audience = await records.audience(saying('First'));
    const publishAt = inADay();
    const later = await records.version(audience, { publishAt, operationKey: 'later' });
    expect(later).toMatchObject({ status: 'pending', publishAt, queuedAt: null, versionNumber: 2 });
    await say(audience, 'Second');
    expect(await statusesOf(audience)).toEqual(['archived', 'pending', 'published']);
    await records.version(audience);
    await records.version(audience);
    await letItCome(later);
    expect(await placeOf(later)).not.toBeNull();
    await worker.workOff(publishVersion);
    expect(await statusesOf(audience)).toEqual(['archived', 'published', ...Array(3).fill('archived')]);
    const read = await records.read<VersionView>(at(audience, later));
    expect(read).toMatchObject({ publishAt, supplementaryContext: 'First', queuedAt: expect.any(String) });
    const repeat = await api.post(`${pathOf(audience)}/versions`, { publishAt, operationKey: 'later' });
    expect([repeat.status, repeat.body]).toEqual([200, read]);
  });

  it.each(['cancelled', 'archived with its audience'])('does not come once it is %s', async (how) => {
    const audience = await records.audience();
    const later = await records.version(audience, { publishAt: inADay() });
    if (how === 'cancelled') await api.post(at(audience, later, '/cancel'), {}).expect(200);
    else {
      await api.delete(pathOf(audience)).expect(200);
      await api.post(`${pathOf(audience)}/restore`, {}).expect(200);
    }
    await letItCome(later);
    expect(await jobStateOf(later)).toBe('completed');
    expect(await statusesOf(audience)).toEqual(['published', 'cancelled']);
  });

  it('can be a year ahead, and its job is kept until after that', async () => {
    const audience = await records.audience();
    const publishAt = wireTime(Date.now() + 366 * DAY - 60_000);
    const { versionId } = await records.version(audience, { publishAt });
    const { rows } = await service.pool.query<{ startsAt: string; days: number }>(
      `select '+' || (extract(epoch from start_after) * 1000)::bigint as "startsAt",
              extract(day from keep_until - start_after)::int as days
       from jobs.job where data->'data'->>'versionId' = $1`,
      [uuidOf('version', versionId)],
    );
    expect(rows).toEqual([{ startsAt: publishAt, days: 365 }]);
  });

  const placeOf = async ({ versionId }: VersionView) =>
    (
      await service.pool.query<{ place: string | null }>('select place from audience_version where id = $1', [
        uuidOf('version', versionId),
      ])
    ).rows[0]!.place;
  const jobStateOf = async ({ versionId }: VersionView) =>
    (
      await service.pool.query<{ state: string }>(
        `select state from jobs.job where name = $1 and data->'data'->>'versionId' = $2`,
        [releaseScheduledVersion.name, uuidOf('version', versionId)],
      )
    ).rows[0]!.state;
});
