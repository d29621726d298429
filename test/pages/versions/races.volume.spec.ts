import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import type { PageView } from '../../../src/modules/pages/dto/pages.dto.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { pathOf, Records } from '../records.js';

const PARALLEL = 30;
const ROUNDS = 8;

interface State {
  archived: boolean;
  made: number;
  numbers: number[];
  statuses: string[];
}

// Connections for all requests at once, and for the worker that is busy meanwhile.
const { service, api } = useTestService({ ROLE: 'all', DATABASE_POOL_MAX: `${PARALLEL + 4}` });
const records = new Records(api);
type Act = () => PromiseLike<{ status: number; body: unknown }>;

/** Thirty requests at once, of every kind in turn; in each round another kind begins. */
async function round(number: number, kinds: readonly Act[]): Promise<number[]> {
  const acts = Array.from({ length: PARALLEL }, (_, index) => kinds[(index * 7 + number) % kinds.length]!);
  const answers = await Promise.all(acts.map((act) => act()));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  return answers.map(({ status }) => status);
}

/** All of one audience at one moment, whatever goes on. */
async function stateOf(audienceName: string): Promise<State> {
  const { rows } = await service.pool.query<State>(
    `select a.archived_at is not null as archived, a.versions_made::int as made,
            array_agg(v.version_number::int order by v.version_number) as numbers,
            array_agg(v.status order by v.version_number) as statuses
     from audience a join audience_version v on v.audience_id = a.id
     where a.action_form_id_override = $1 group by a.tenant_id, a.id`,
    [audienceName],
  );
  return rows[0]!;
}

function assertWhole({ archived, made, numbers, statuses }: State): void {
  const count = (...of: string[]) => statuses.filter((status) => of.includes(status)).length;
  expect(numbers).toEqual(Array.from({ length: made }, (_, index) => index + 1));
  expect(count('published')).toBe(1);
  const inFlight = count('queued', 'processing');
  const waiting = count('pending');
  // What waits, waits for somebody.
  expect(inFlight).toBeGreaterThanOrEqual(archived ? 0 : Math.min(1, waiting));
  expect(inFlight).toBeLessThanOrEqual(archived ? 0 : 1);
  if (archived) expect(waiting + count('draft')).toBe(0);
}

async function settled(name: string): Promise<State> {
  return until(async () => {
    const state = await stateOf(name);
    assertWhole(state);
    return state.statuses.some((status) => ['pending', 'queued', 'processing'].includes(status))
      ? undefined
      : state;
  });
}

describe('with a worker at work, parallel requests', () => {
  it('that archive, restore, cancel and create leave an audience whole', async () => {
    const name = 'archived-restored';
    const audience = await records.audience({ actionFormIdOverride: name });
    const versions = `${pathOf(audience)}/versions`;
    const cancelLatest = async () => {
      const { latestVersion } = (await api.get(pathOf(audience))).body as AudienceView;
      return api.post(`${versions}/${latestVersion.versionId}/cancel`, {});
    };
    const kinds: Act[] = [
      () => api.post(versions, {}),
      () => api.delete(pathOf(audience)),
      () => api.post(versions, {}),
      () => api.post(`${pathOf(audience)}/restore`, {}),
      cancelLatest,
      () => api.patch(pathOf(audience), { customName: 'Fought over' }),
      () => api.get(pathOf(audience)),
      () => api.post(versions, { operationKey: 'one' }),
    ];
    for (let number = 0; number < ROUNDS; number++) {
      const statuses = await round(number, kinds);
      expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
      assertWhole(await stateOf(name));
    }
    await api.post(`${pathOf(audience)}/restore`, {}).expect(200);
    await settled(name);
    await records.version(audience);
    expect((await settled(name)).statuses.at(-1)).toBe('published');
  });

  it('that create and cancel without end let every version that was not cancelled go live', async () => {
    const name = 'created-cancelled';
    const audience = await records.audience({ actionFormIdOverride: name });
    const versions = `${pathOf(audience)}/versions`;
    const cancelSome = async () => {
      const open = (await records.versions(audience)).find(({ status }) => status === 'pending');
      return open ? api.post(`${versions}/${open.versionId}/cancel`, {}) : api.get(versions);
    };
    for (let number = 0; number < 3; number++) {
      await round(number, [() => api.post(versions, {}), cancelSome]);
      assertWhole(await stateOf(name));
    }
    const { statuses } = await settled(name);
    expect(statuses.filter((status) => !['published', 'archived', 'cancelled'].includes(status))).toEqual([]);
    const events = await service.pool.query<{ times: number }>(
      `select count(*)::int as times from event
       where type = 'page.version.published' and payload->>'audienceId' = $1 group by payload->>'versionId'`,
      [audience.audienceId],
    );
    expect(events.rows.map(({ times }) => times)).toEqual(
      statuses.filter((status) => status !== 'cancelled').map(() => 1),
    );
  });

  it('that archive, delete and restore a page leave it and its audiences whole', async () => {
    const name = 'page-fought-over';
    const { pageId } = await records.page({ name: 'Fought over' });
    const path = `/v0/pages/${pageId}`;
    const audience = await records.audience({ actionFormIdOverride: name }, pageId);
    const kinds: Act[] = [
      () => api.post(`${path}/audiences`, {}),
      () => api.post(`${path}/archive`, {}),
      () => api.post(`${path}/restore`, {}),
      () => api.post(`${pathOf(audience)}/versions`, {}),
      () => api.delete(path),
      () => api.post(`${path}/restore`, {}),
      () => api.patch(path, { brandId: 'x' }),
      () => api.post(`${pathOf(audience)}/versions`, {}),
    ];
    for (let number = 0; number < ROUNDS; number++) {
      const statuses = await round(number, kinds);
      expect(statuses.filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([]);
      assertWhole(await stateOf(name));
      const page = await records.read<PageView>(path);
      expect(page.status).toBe(page.archivedAt ? 'archived' : 'published');
    }
    const { body } = await api.post(`${path}/restore`, {}).expect(200);
    const { items } = (await api.get(`${path}/audiences?limit=100`).expect(200)).body as {
      items: AudienceView[];
    };
    expect(items.map(({ computedName }) => computedName).reverse()).toEqual(
      Array.from({ length: (body as PageView).audiencesCount }, (_, index) => `Fought over #${index + 1}`),
    );
    await settled(name);
  });

  it('with the same If-Match let one change of an audience through', async () => {
    const audience = await records.audience();
    const { headers } = await api.get(pathOf(audience)).expect(200);
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, (_, index) =>
        api.patch(pathOf(audience), { customName: `Mine ${index}` }).set('if-match', headers.etag!),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(PARALLEL - 1).fill(412)]);
    expect(await records.messages(audience)).toHaveLength(1);
  });

  it('archive once and restore once, however many ask', async () => {
    const audience = await records.audience();
    const archived = await Promise.all(Array.from({ length: PARALLEL }, () => api.delete(pathOf(audience))));
    expect(new Set(archived.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const restored = await Promise.all(
      Array.from({ length: PARALLEL }, () => api.post(`${pathOf(audience)}/restore`, {})),
    );
    expect(new Set(restored.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await records.messages(audience)).toHaveLength(1);
  });
});
