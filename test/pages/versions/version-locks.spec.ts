import { jest } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { Composer } from '../../../src/modules/pages/composing/composer.js';
import { FailVersionHandler } from '../../../src/modules/pages/publishing/fail-version.handler.js';
import { PublishVersionHandler } from '../../../src/modules/pages/publishing/publish-version.handler.js';
import { ReleaseScheduledVersionHandler } from '../../../src/modules/pages/publishing/release-scheduled-version.handler.js';
import type { QueuedVersion } from '../../../src/modules/pages/publishing/versions.jobs.js';
import type { VersionView } from '../../../src/modules/pages/dto/versions.dto.js';
import { inContext } from '../../../src/shared/database/transactions/work-context.js';
import type { JobHandler } from '../../../src/shared/jobs/job-handlers.js';
import { newUuid, uuidOf, wireId } from '../../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../../support/database/held-transaction.js';
import { recordedTypes } from '../../support/recorded-events.js';
import { useTestService } from '../../support/test-service.js';
import { pathOf, Records } from '../records.js';

// Without a worker: the tests do its work.
const { service, api } = useTestService();
const records = new Records(api);

let audience: AudienceView;
afterEach(() => void jest.restoreAllMocks());
beforeEach(async () => void (audience = await records.audience()));

const uuidIn = ({ versionId }: VersionView) => uuidOf('version', versionId)!;
const audienceUuid = () => uuidOf('audience', audience.audienceId)!;
const pageUuid = () => uuidOf('page', audience.pageId)!;
const statuses = async () => (await records.versions(audience)).map(({ status }) => status);
const post = (rest: string, body: object = {}) => api.post(`${pathOf(audience)}/versions${rest}`, body);

const work = (handler: Type<JobHandler<QueuedVersion>>, data: QueuedVersion) =>
  inContext({ tenantId: service.home.id }, () =>
    service.app.get(handler, { strict: false }).handle(data, { signal: new AbortController().signal }),
  );

/** Another process changes the audience, or one of its versions, which it locks before. */
async function changedByAnother(change: string, values: readonly unknown[]): Promise<HeldTransaction> {
  const lock = 'select from audience where id = $1 for update';
  const held = await HeldTransaction.begin(service, lock, [audienceUuid()]);
  await held.query(change, values);
  return held;
}

const CANCEL = `update audience_version set status = 'cancelled', cancelled_at = now() where id = $1`;
const ARCHIVE_PAGE = `update page set status = 'archived', archived_at = now() where id = $1`;

describe('while another process changes an audience,', () => {
  it('a new version waits, and comes after those that are made there', async () => {
    const change = 'update audience set versions_made = 7, places_given = 7 where id = $1';
    const held = await changedByAnother(change, [audienceUuid()]);
    const { body } = await held.commitAheadOf(post('').expect(201));
    expect(body.versionNumber).toBe(8);
  });

  it('a repeat of an operation waits, and answers the version that is made there', async () => {
    const id = newUuid();
    const held = await changedByAnother(
      `insert into audience_version (tenant_id, id, audience_id, version_number, status, is_new_page_agent,
         operation_key, created_at, updated_at)
       values ($1, $2, $3, 2, 'draft', true, 'once', now(), now())`,
      [service.home.id, id, audienceUuid()],
    );
    const { body } = await held.commitAheadOf(post('', { operationKey: 'once' }).expect(200));
    expect(body.versionId).toBe(wireId('version', id));
  });

  it('the cancellation of a version waits, and is refused where it is published there', async () => {
    const version = await records.version(audience);
    const become = (status: string) => `update audience_version set status = '${status}' where id = $1`;
    const held = await changedByAnother(become('archived'), [uuidIn(audience.latestVersion)]);
    await held.query(become('published'), [uuidIn(version)]);
    const { body } = await held.commitAheadOf(post(`/${version.versionId}/cancel`).expect(409));
    expect(body.code).toBe('version_published');
  });

  it.each([
    ['publishes a version', PublishVersionHandler],
    ['gives a version up', FailVersionHandler],
  ])('a worker that %s waits, and leaves it where it is cancelled there', async (_name, handler) => {
    const version = await records.version(audience);
    const written = jest.spyOn(service.app.get(Composer, { strict: false }), 'write');
    const held = await changedByAnother(CANCEL, [uuidIn(version)]);
    await held.commitAheadOf(work(handler, { versionId: uuidIn(version) }));
    expect(await statuses()).toEqual(['published', 'cancelled']);
    expect(written).not.toHaveBeenCalled();
    expect(await recordedTypes(service, { versionId: version.versionId })).toEqual(['page.version.created']);
  });

  it('a worker that releases a scheduled version waits, and queues it behind those that are made there', async () => {
    const later = await records.version(audience, { publishAt: `+${Date.now() + 3_600_000}` });
    const held = await changedByAnother('update audience set places_given = 7 where id = $1', [
      audienceUuid(),
    ]);
    await held.commitAheadOf(work(ReleaseScheduledVersionHandler, { versionId: uuidIn(later) }));
    const { rows } = await service.pool.query('select place::int from audience_version where id = $1', [
      uuidIn(later),
    ]);
    expect(rows).toEqual([{ place: 8 }]);
  });
});

describe('while another process archives the page,', () => {
  it('a worker waits with what it has composed, and cancels it', async () => {
    const version = await records.version(audience);
    const held = await HeldTransaction.begin(service, ARCHIVE_PAGE, [pageUuid()]);
    await held.commitAheadOf(work(PublishVersionHandler, { versionId: uuidIn(version) }));
    expect(await statuses()).toEqual(['published', 'cancelled']);
  });

  it('a rollback waits, and is cancelled', async () => {
    const [first] = await twoPublished();
    const held = await HeldTransaction.begin(service, ARCHIVE_PAGE, [pageUuid()]);
    const { body } = await held.commitAheadOf(post(`/${first.versionId}/rollback`).expect(201));
    expect(body.status).toBe('cancelled');
    expect(await statuses()).toEqual(['archived', 'published', 'cancelled']);
  });
});

describe('while another process publishes on the same page,', () => {
  const publishing = () =>
    HeldTransaction.begin(service, 'select from page where id = $1 for share', [pageUuid()]);

  it('a worker does not wait', async () => {
    const version = await records.version(audience);
    await publishing();
    await work(PublishVersionHandler, { versionId: uuidIn(version) });
    expect(await statuses()).toEqual(['archived', 'published']);
  });

  it('a rollback does not wait', async () => {
    const [first] = await twoPublished();
    await publishing();
    expect((await post(`/${first.versionId}/rollback`).expect(201)).body.status).toBe('published');
  });
});

describe('a job that was given up', () => {
  const queuedAt = ({ queuedAt: moment }: VersionView) => Number(moment);

  it('makes a draft of its version, also where an earlier release has sent it', async () => {
    for (const jobOf of [
      (version: VersionView) => ({ versionId: uuidIn(version), queuedAt: queuedAt(version) }),
      (version: VersionView) => ({ versionId: uuidIn(version) }),
    ]) {
      const version = await records.version(audience);
      await work(FailVersionHandler, jobOf(version));
      expect((await statuses()).at(-1)).toBe('draft');
    }
  });

  it('leaves a version that was queued again since then', async () => {
    const version = await records.version(audience);
    const job = { versionId: uuidIn(version), queuedAt: queuedAt(version) };
    await work(FailVersionHandler, job);
    await post(`/${version.versionId}/publish`).expect(200);
    await work(FailVersionHandler, { ...job, queuedAt: job.queuedAt - 1 });
    expect(await statuses()).toEqual(['published', 'queued']);
  });
});

/** The second is shown; the first can be rolled back to. */
async function twoPublished(): Promise<[VersionView, VersionView]> {
  const version = await records.version(audience);
  await work(PublishVersionHandler, { versionId: uuidIn(version) });
  return [audience.latestVersion, version];
}
