import { PersonTraces } from '../../src/modules/crm/entities/person-traces.js';
import type { Person } from '../../src/modules/crm/entities/person.entity.js';
import { SessionEraser } from '../../src/modules/sessions/session-eraser.js';
import { Mentions } from '../../src/shared/personal-data/mentions.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { newUuid, uuidOf, wireId } from '../../src/shared/kernel/ids.js';
import { recordedTypes } from '../support/recorded-events.js';
import { largestResultOf } from '../support/database/result-sizes.js';
import { useTestService } from '../support/test-service.js';
import { CountedSessions } from './counted-sessions.js';
import { QUARTER } from './told-visits.js';

const { service, api } = useTestService();
const sessions = new CountedSessions(service);

const DAY = 96 * QUARTER;
const KIB = 1024;
const ANSWER_BYTES = 64 * KIB;
const COUNT = 120;
/** All sessions have twice as much. */
const MOST_BYTES = (COUNT / 2) * ANSWER_BYTES;
const ADDRESS = 'jane@works.example';

/** Each test has a month of its own. */
let month = 0;
let start: number;
beforeEach(async () => {
  start = Date.UTC(2022, month++, 1);
  await service.pool.query('delete from analytics_delta');
});

interface Audience {
  id: string;
  path: string;
}

/** Its sessions have one question each, with a long answer. */
async function audienceWith(count: number, label = 'Why?', status = 'completed'): Promise<Audience> {
  const { body } = await api.post(`/v0/pages/${exampleId('page')}/audiences`, {}).expect(201);
  const id = uuidOf('audience', body.audienceId)!;
  await sessions.flood(start, 'spring ', count, id);
  const asked = {
    ...{ componentContext: 'question', componentId: 'box', groundingChunkIds: [], options: [] },
    ...{ label, responseText: 'y'.repeat(ANSWER_BYTES), timestamp: 1 },
  };
  await service.pool.query(
    `update audience_session set questions_asked_count = 1, interactions = $2, computation_status = $3
     where audience_id = $1`,
    [id, JSON.stringify([asked]), status],
  );
  if (status === 'completed')
    await service.pool.query(
      `update analytics_delta set questions = 1, asked = jsonb_build_object(lower($2), 1) where $1 = any(scopes)`,
      [id, label],
    );
  else await service.pool.query(`delete from analytics_delta where $1 = any(scopes)`, [id]);
  return { id, path: `/v0/pages/${exampleId('page')}/audiences/${body.audienceId}/analytics` };
}

async function breakdown(path: string, dimension: string) {
  const query = `from=%2B${start}&to=%2B${start + DAY}&breakdown=${dimension}&limit=1`;
  return (await api.get(`${path}?${query}`).expect(200)).body.breakdown as object[];
}

const inWork = <Result>(act: () => Promise<Result>): Promise<Result> =>
  inContext({ tenantId: service.home.id }, () => service.app.get(UnitOfWork).run(act));

/** Erases a person to whom the audience belongs. */
async function erase({ id }: Audience): Promise<void> {
  const traces = new PersonTraces({ id: newUuid(), name: 'nobody', slug: 'nobody' } as Person, []);
  traces.add({ audience: [id] });
  await inWork(() => service.app.get(SessionEraser, { strict: false }).erase(traces));
}

describe('long answers to questions', () => {
  it.each(['campaign', 'question'])('are not kept while a breakdown by %s is read', async (dimension) => {
    const { path } = await audienceWith(COUNT);
    expect(await largestResultOf(() => breakdown(path, dimension))).toBeLessThan(MOST_BYTES / 10);
    const [first] = await breakdown(path, 'question');
    expect(first).toMatchObject({ value: 'why?', visits: COUNT, questions: COUNT });
  });

  it('are read in steps when an audience gets rollups of its own', async () => {
    const { path } = await audienceWith(COUNT);
    const bytes = await largestResultOf(() => sessions.fold());
    expect(bytes).toBeGreaterThan(ANSWER_BYTES);
    expect(bytes).toBeLessThan(MOST_BYTES);
    const [first] = await breakdown(path, 'question');
    expect(first).toMatchObject({ value: 'why?', visits: COUNT, questions: COUNT });
  });

  const noteFullDay = ({ id }: Audience, dimension: string) =>
    service.pool.query(`insert into analytics_full_day values ($1, $2, $3, $4, '-infinity')`, [
      ...[service.home.id, id, dimension, start / DAY],
    ]);

  it('are read in steps when the questions of a day are rebuilt', async () => {
    const audience = await audienceWith(COUNT);
    await sessions.fold();
    await noteFullDay(audience, 'question');
    const bytes = await largestResultOf(() => sessions.rebuild());
    expect(bytes).toBeGreaterThan(ANSWER_BYTES);
    expect(bytes).toBeLessThan(MOST_BYTES);
    const [first] = await breakdown(audience.path, 'question');
    expect(first).toMatchObject({ value: 'why?', visits: COUNT, questions: COUNT });
  });

  it('are not read when another breakdown of a day is rebuilt', async () => {
    const audience = await audienceWith(COUNT);
    await sessions.fold();
    await noteFullDay(audience, 'campaign');
    // Questions that wait are not read either.
    await sessions.flood(start, 'spring ', COUNT, audience.id);
    await service.pool.query(`update analytics_delta set asked = jsonb_build_object(repeat('x', $1), 1)`, [
      ANSWER_BYTES,
    ]);
    expect(await largestResultOf(() => sessions.rebuild())).toBeLessThan(MOST_BYTES / 10);
    expect(await breakdown(audience.path, 'campaign')).toMatchObject([
      { visits: 2 },
      { visits: 2 * (COUNT - 1) },
    ]);
  });
});

describe('sessions of a person are erased in steps,', () => {
  const figures = async ({ path }: Audience) => {
    const query = `from=%2B${start}&to=%2B${start + DAY}&limit=1`;
    const { body } = await api.get(`${path}?${query}&breakdown=question`).expect(200);
    return { totals: body.totals, breakdown: body.breakdown };
  };
  const counted = { totals: { visits: COUNT, questions: COUNT }, breakdown: [{ questions: COUNT }] };

  it.each([
    ['before they are in the rollups', () => Promise.resolve()],
    ['after it', () => sessions.fold()],
  ])('%s, and the figures stay the same', async (_, act) => {
    const audience = await audienceWith(COUNT);
    await act();
    const before = await figures(audience);
    expect(before).toMatchObject(counted);
    expect(await largestResultOf(() => erase(audience))).toBeLessThan(MOST_BYTES);
    expect(await figures(audience)).toEqual(before);
    await sessions.fold();
    expect(await figures(audience)).toEqual(before);
    const { rows } = await service.pool.query(
      `select count(*)::int as count from audience_session where audience_id = $1 and interactions = '[]'`,
      [audience.id],
    );
    expect(rows).toEqual([{ count: COUNT }]);
  });

  it('also few of an audience without rollups', async () => {
    const audience = await audienceWith(60);
    await sessions.fold();
    const before = await figures(audience);
    await erase(audience);
    expect(await figures(audience)).toEqual(before);
  });

  it('and those that still wait to be computed count once', async () => {
    const audience = await audienceWith(COUNT, 'Why?', 'pending');
    expect(await largestResultOf(() => erase(audience))).toBeLessThan(MOST_BYTES);
    expect(await figures(audience)).toMatchObject(counted);
    await sessions.fold();
    expect(await figures(audience)).toMatchObject(counted);
    const audienceId = wireId('audience', audience.id);
    expect(await recordedTypes(service, { type: 'session.computed', audienceId })).toHaveLength(COUNT);
  });
});

it('sessions that mention an erased person are erased in steps, and lose no other question', async () => {
  const audience = await audienceWith(COUNT, `Who is ${ADDRESS}?`);
  await sessions.fold();
  const { rows } = await service.pool.query<{ hashes: string[] }>(
    `select person_hashes_of($1, identifiers_of('email', $2))::text[] as hashes`,
    [service.home.id, ADDRESS],
  );
  const erased = inWork.bind(null, () => service.app.get(Mentions).erase(rows[0]!.hashes));
  expect(await largestResultOf(erased)).toBeLessThan(MOST_BYTES);
  const [first] = await breakdown(audience.path, 'question');
  expect(first).toMatchObject({ value: expect.stringContaining('erased'), questions: COUNT });
  const left = await service.pool.query('select from audience_session where person_hashes && $1::bigint[]', [
    rows[0]!.hashes,
  ]);
  expect(left.rowCount).toBe(0);
});
