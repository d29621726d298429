import { publishVersion } from '../../../src/modules/pages/publishing/versions.jobs.js';
import { JobEngine } from '../../../src/shared/jobs/job-engine.js';
import { useTestService } from '../../support/test-service.js';
import { WIRE_TIME } from '../../support/api/wire-values.js';
import { until } from '../../support/until.js';
import { pathOf, Records } from '../records.js';

const { service, api } = useTestService({ ROLE: 'all' });
const records = new Records(api);

beforeAll(async () => {
  // Nobody wants to wait here for as long as the real thing goes on trying.
  await service.app
    .get(JobEngine)
    .boss.updateQueue(publishVersion.name, { retryLimit: 1, retryDelay: 0, retryBackoff: false });
});

/** From here on the database refuses to publish, or even to take up, the second version of an audience. */
const refuse = (status: string) =>
  service.pool.query(`
    create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$;
    create or replace trigger refuse before update on audience_version for each row
      when (new.version_number = 2 and new.status = '${status}') execute function refuse()`);

it.each(['published', 'processing'])(
  'a version that can not be made %s becomes a draft after all tries, and the next one gets its turn',
  async (status) => {
    await refuse(status);
    const audience = await records.audience();
    const failing = await records.version(audience);
    await records.version(audience);
    const versions = await until(async () => {
      const all = await records.versions(audience);
      return all.at(-1)!.status === 'published' ? all : undefined;
    });
    expect(versions.map((version) => version.status)).toEqual(['archived', 'draft', 'published']);
    expect(versions[1]!.becameDraftAt).toMatch(WIRE_TIME);
    // What the database said is nobody else's business.
    expect(versions[1]!.draftReason).toEqual({
      code: 'publishing_failed',
      detail: 'It could not be published, after all tries.',
    });
    await service.pool.query('drop trigger refuse on audience_version');

    await api.post(`${pathOf(audience)}/versions/${failing.versionId}/publish`, {}).expect(200);
    await until(async () => (await records.versions(audience))[1]!.status === 'published');
  },
);
