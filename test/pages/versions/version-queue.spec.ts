import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import {
  failVersion,
  publishVersion,
  releaseScheduledVersion,
} from '../../../src/modules/pages/publishing/versions.jobs.js';
import type { VersionView } from '../../../src/modules/pages/dto/versions.dto.js';
import { wireTime } from '../../../src/shared/kernel/wire-time.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { useTestService } from '../../support/test-service.js';
import { pathOf, Records } from '../records.js';
import { StepwiseWorker } from '../../support/stepwise-worker.js';

const DAY = 86_400_000;
const START = Date.now();
const MAX_WAITING = 100;

const { service, api } = useTestService();
const records = new Records(api);
const worker = new StepwiseWorker(service);

beforeEach(() => worker.forgetAll());

const inDays = (days: number) => ({ publishAt: wireTime(START + days * DAY) });
const post = (audience: AudienceView, rest: string, body = {}) =>
  api.post(`${pathOf(audience)}${rest}`, body);
const publish = (audience: AudienceView, { versionId }: VersionView) =>
  post(audience, `/versions/${versionId}/publish`).expect(200);
const statusesOf = async (audience: AudienceView) =>
  (await records.versions(audience)).map(({ status }) => status);

async function comeDue({ versionId }: VersionView): Promise<void> {
  await worker.hurry(releaseScheduledVersion, uuidOf('version', versionId)!);
  await worker.work(releaseScheduledVersion);
}

describe('scheduled versions', () => {
  it('go live in the order of their times, then of their numbers, whichever job runs first', async () => {
    const audience = await records.audience();
    const third = await records.version(audience, inDays(2));
    const first = await records.version(audience, inDays(1));
    const second = await records.version(audience, inDays(1));
    const notYet = await records.version(audience, inDays(3));
    await comeDue(third);
    const shown: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await worker.work(publishVersion);
      shown.push((await records.read<AudienceView>(pathOf(audience))).publishedVersion.versionId);
    }
    expect(shown).toEqual([first, second, third].map(({ versionId }) => versionId));
    expect(await statusesOf(audience)).toEqual(['archived', 'published', 'archived', 'archived', 'pending']);
    for (const late of [first, second]) await comeDue(late);
    expect(await statusesOf(audience)).toEqual(['archived', 'published', 'archived', 'archived', 'pending']);
    await comeDue(notYet);
    expect((await statusesOf(audience)).at(-1)).toBe('queued');
  });

  it('leave audit entries of the jobs that release and queue them', async () => {
    const audience = await records.audience();
    const [first, second] = [
      await records.version(audience, inDays(1)),
      await records.version(audience, inDays(1)),
    ];
    await comeDue(second);
    await worker.work(publishVersion);
    const released = 'page.version.released';
    const byJob = async ({ versionId }: VersionView) => {
      const { body } = await api.get(`/v0/audit_log?recordId=${versionId}`).expect(200);
      const entries = body.items as { operation: string; actor: { type: string; id: string } }[];
      const ofJobs = entries.filter(({ actor }) => actor.type === 'job').reverse();
      return ofJobs.map(({ operation, actor }) => [operation, actor.id]);
    };
    const [release, publish] = [releaseScheduledVersion.name, publishVersion.name];
    const queued = 'page.version.queued';
    expect(await byJob(first)).toEqual([
      [released, release],
      [queued, release],
      ['page.version.processed', publish],
      ['page.version.published', publish],
    ]);
    expect(await byJob(second)).toEqual([
      [released, release],
      [queued, publish],
    ]);
  });

  it('keep their order when one of them is published by hand, or cancelled before its time', async () => {
    const audience = await records.audience();
    const [earlier, byHand, cancelled] = [
      await records.version(audience, inDays(1)),
      await records.version(audience, inDays(2)),
      await records.version(audience, inDays(3)),
    ];
    await publish(audience, byHand);
    await post(audience, `/versions/${cancelled.versionId}/cancel`).expect(200);
    await comeDue(byHand);
    await comeDue(cancelled);
    expect(await statusesOf(audience)).toEqual(['published', 'pending', 'queued', 'cancelled']);
    await worker.work(publishVersion);
    expect(await statusesOf(audience)).toEqual(['archived', 'pending', 'published', 'cancelled']);
    await comeDue(earlier);
    expect((await statusesOf(audience))[1]).toBe('queued');
  });

  it('tell by an event that they were published by hand, as drafts do', async () => {
    const audience = await records.audience();
    const later = await records.version(audience, inDays(1));
    await publish(audience, later);
    const { rows } = await service.pool.query<{ event: string }>(
      `select concat_ws(' ', payload->>'type', payload->>'status') as event from event
       where payload->>'versionId' = $1 order by id`,
      [later.versionId],
    );
    expect(rows.map(({ event }) => event)).toEqual([
      'page.version.created pending',
      'page.version.retried queued',
    ]);
  });
});

describe('100 versions of an audience', () => {
  /** The first and the last one over the API; those between are copies of the first. */
  const fill = async (audience: AudienceView, count: number, body = {}) => {
    const { versionId } = await records.version(audience, body);
    await service.pool.query(
      `insert into audience_version select (jsonb_populate_record(v, jsonb_build_object(
         'id', new_uuid(), 'version_number', version_number + 1000 + n, 'place', place + 1000 + n))).*
       from audience_version v, generate_series(1, $2) n where id = $1`,
      [uuidOf('version', versionId), count - 2],
    );
    await records.version(audience, body);
  };
  const refused = async (audience: AudienceView, rest: string, body = {}) =>
    expect((await post(audience, rest, body).expect(409)).body.code).toBe('too_many_versions');

  it('can be scheduled, and others can still be queued', async () => {
    const audience = await records.audience();
    await records.version(audience);
    await worker.work(publishVersion);
    await fill(audience, MAX_WAITING, inDays(1));
    await refused(audience, '/versions', inDays(2));
    await post(audience, `/versions/${audience.latestVersion.versionId}/rollback`).expect(201);
    const { versionId } = await records.version(audience);
    expect((await records.read<VersionView>(`${pathOf(audience)}/versions/${versionId}`)).status).toBe(
      'queued',
    );
  });

  it('can wait in the queue, and others can still be scheduled', async () => {
    const audience = await records.audience();
    await records.version(audience);
    await worker.work(publishVersion);
    await records.version(audience);
    await fill(audience, MAX_WAITING);
    await refused(audience, '/versions');
    await refused(audience, `/versions/${audience.latestVersion.versionId}/rollback`);
    await records.version(audience, inDays(1));
  });
});

it('a version that failed and was published again does not fail for its earlier job', async () => {
  const audience = await records.audience();
  const version = await records.version(audience);
  await worker.work(publishVersion, 'at the end', failVersion);
  expect(await statusesOf(audience)).toEqual(['published', 'draft']);
  await publish(audience, version);
  await worker.work(publishVersion, undefined, failVersion);
  expect(await statusesOf(audience)).toEqual(['published', 'queued']);
  await worker.work(publishVersion, 'halfway');
  expect(await statusesOf(audience)).toEqual(['published', 'processing']);
  await worker.work(publishVersion, undefined, failVersion);
  expect(await statusesOf(audience)).toEqual(['published', 'draft']);
});
