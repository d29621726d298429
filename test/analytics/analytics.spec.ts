import { jest } from '@jest/globals';
import type { Dimension } from '../../src/modules/analytics/figures/dimensions.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { exampleId, exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid, wireId } from '../../src/shared/kernel/ids.js';
import { useTestService } from '../support/test-service.js';
import { asked, CountedSessions } from './counted-sessions.js';

const { service, api, strangerApi } = useTestService();
const sessions = new CountedSessions(service);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PAGE = `/v0/pages/${exampleId('page')}/analytics`;
const AUDIENCE = `/v0/pages/${exampleId('page')}/audiences/${exampleId('audience')}/analytics`;

/** Each test has a month of its own. */
let month = 0;
let start: number;
beforeEach(() => {
  start = Date.UTC(2020, month++, 1);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const query = (more: Record<string, string> = {}, days = 3) =>
  `?${new URLSearchParams({ from: `+${start}`, to: `+${start + days * DAY}`, ...more })}`;

describe('figures', () => {
  it('are totals, and a series with the days on which nobody came', async () => {
    await sessions.complete(start + HOUR, { isBounce: true, timeSpentSeconds: 2.25 });
    await sessions.complete(start + 2 * DAY, { hasConversion: true, ...asked('Why?', 'How?') });
    const { body } = await api.get(PAGE + query()).expect(200);
    expect(body).toMatchObject({
      ...{ from: `+${start}`, to: `+${start + 3 * DAY}`, interval: 'day', timeZone: 'UTC' },
      totals: { visits: 2, engagedSeconds: 14.75, bounceRate: 0.5, conversions: 1, questions: 2 },
      series: [
        { from: `+${start}`, visits: 1, engagedSeconds: 2.25, bounceRate: 1, conversions: 0 },
        { from: `+${start + DAY}`, visits: 0, engagedSeconds: 0, bounceRate: null, conversions: 0 },
        { from: `+${start + 2 * DAY}`, visits: 1, conversions: 1, questions: 2 },
      ],
      ...{ previous: null, breakdown: null },
    });
  });

  it('count a visit for its audience, its page and the tenant, and for nobody else', async () => {
    await sessions.complete(start);
    for (const path of [AUDIENCE, PAGE, '/v0/analytics'])
      expect((await api.get(path + query()).expect(200)).body.totals.visits).toBe(1);
    expect((await strangerApi.get(`/v0/analytics${query()}`).expect(200)).body.totals.visits).toBe(0);
    await strangerApi.get(PAGE + query()).expect(404);
  });

  it('are the same before and after they are added up, and by whomever at the same time', async () => {
    for (let count = 0; count < 20; count++)
      await sessions.complete(start + count * HOUR, { device: 'phone' });
    const path = PAGE + query({ breakdown: 'device', interval: 'hour' });
    const { body: before } = await api.get(path).expect(200);
    await Promise.all([sessions.fold(), sessions.fold(), sessions.fold()]);
    expect((await api.get(path).expect(200)).body).toEqual(before);
    const { rows } = await service.pool.query('select count(*)::int as count from analytics_delta');
    expect(rows[0].count).toBe(0);
  });

  it('have the days of a time zone', async () => {
    await sessions.complete(start + 18 * HOUR + 900_000);
    const { body } = await api.get(PAGE + query({ timeZone: 'Asia/Kathmandu' }, 2)).expect(200);
    expect(body.series.map(({ visits }: { visits: number }) => visits)).toEqual([0, 1, 0]);
    expect(body.series[1].from).toBe(`+${start + 18 * HOUR + 900_000}`);
  });

  it('are of whole quarter hours', async () => {
    const { body } = await api.get(`${PAGE}?from=%2B${start + 60_000}&to=%2B${start + HOUR + 1}`).expect(200);
    expect([body.from, body.to]).toEqual([`+${start}`, `+${start + HOUR + 900_000}`]);
  });

  it('are compared with the period before', async () => {
    await sessions.complete(start);
    await sessions.complete(start - DAY);
    await sessions.complete(start - 2 * DAY);
    const { body } = await api.get(PAGE + query({ compare: 'true' })).expect(200);
    expect(body.totals.visits).toBe(1);
    expect(body.previous).toMatchObject({
      from: `+${start - 3 * DAY}`,
      to: `+${start}`,
      totals: { visits: 2 },
    });
    expect(body.previous.series.map(({ visits }: { visits: number }) => visits)).toEqual([0, 1, 1]);
  });

  it('are of the last 30 days where nothing else is asked for', async () => {
    const { body } = await api.get(`${PAGE}?timeZone=Europe/Berlin`).expect(200);
    expect(body.series).toHaveLength(30);
    const now = Date.now();
    expect(Number(body.to)).toBeGreaterThan(now);
    expect(Number(body.series[29].from)).toBeLessThanOrEqual(now);
    expect((await api.get(`${PAGE}?interval=hour`).expect(200)).body.series).toHaveLength(24);
    expect((await api.get(`${PAGE}?interval=week`).expect(200)).body.series).toHaveLength(12);
  });

  it('are refused with an example of what is meant', async () => {
    const { body } = await api.get(`${PAGE}?from=2026-11-17&timeZone=Berlin`).expect(400);
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'from must be a time with an offset, such as 2025-11-15T00:00:00Z (RFC 3339), ' +
        'or + and milliseconds since 1970, such as +1763164800000.',
      'timeZone must be the name of a time zone, such as Europe/Berlin.',
    ]);
  });

  it('refuse what can not be', async () => {
    const faults = async (more: Record<string, string>) =>
      (await api.get(PAGE + query(more)).expect(400)).body.errors.map(
        ({ parameter, code }: { parameter: string; code: string }) => `${parameter} ${code}`,
      );
    expect(await faults({ timeZone: 'Mars/Olympus' })).toEqual(['timeZone unknown_time_zone']);
    expect(await faults({ to: `+${start}` })).toEqual(['from out_of_range']);
    expect(await faults({ to: `+${start + 367 * DAY}` })).toEqual(['from out_of_range']);
    expect(await faults({ to: `+${start + 32 * DAY}`, interval: 'hour' })).toEqual(['from out_of_range']);
    expect(await faults({ from: '+10' })).toEqual(['from out_of_range']);
    expect(await faults({ to: '+999999999999999' })).toEqual(['to out_of_range']);
    expect(await faults({ breakdown: 'colour', limit: '101' })).toHaveLength(2);
    await api.get(`/v0/pages/${wireId('page', newUuid())}/analytics`).expect(404);
    await api
      .get(`/v0/pages/${exampleId('page')}/audiences/${wireId('audience', newUuid())}/analytics`)
      .expect(404);
  });
});

describe('a breakdown', () => {
  it('tells the values with the most visits, and the rest together', async () => {
    for (const utmSource of ['a', 'a', 'a', 'b', 'b', 'c', 'd', null])
      await sessions.complete(start, { utmSource });
    const { body } = await api.get(PAGE + query({ breakdown: 'source', limit: '2' })).expect(200);
    expect(body.breakdown).toMatchObject([
      { kind: 'value', value: 'a', visits: 3 },
      { kind: 'value', value: 'b', visits: 2 },
      { kind: 'other', value: null, visits: 3 },
    ]);
  });

  it('names audiences and links', async () => {
    await sessions.complete(start);
    const named = async (breakdown: string) =>
      (await api.get(PAGE + query({ breakdown })).expect(200)).body.breakdown[0];
    const { body: audience } = await api.get(AUDIENCE.replace('/analytics', '')).expect(200);
    expect(await named('audience')).toMatchObject({
      value: exampleId('audience'),
      name: audience.effectiveName,
    });
    const { body: link } = await api.get(`/v0/page_links/${exampleId('link')}`).expect(200);
    expect(await named('link')).toMatchObject({ value: exampleId('link') });
    expect((await named('link')).name).toMatch(new RegExp(`${link.path}$`));
  });

  it('has all questions that count, also those without an answer', async () => {
    const unanswered = { ...asked('Why?').interactions![0]!, responseText: '' };
    const click = { ...unanswered, componentContext: 'action', label: 'See it live' };
    const interactions = [...asked('How?', 'how?').interactions!, unanswered, click];
    await sessions.complete(start, { visitRules: 1, interactions, questionsAskedCount: 3 });
    const { body } = await api.get(PAGE + query({ breakdown: 'question' })).expect(200);
    expect(body.totals.questions).toBe(3);
    expect(body.breakdown).toMatchObject([
      { value: 'how?', visits: 1, questions: 2 },
      { value: 'why?', visits: 1, questions: 1 },
    ]);
  });

  it('keeps 1,000 values of a day apart, also where sessions are computed anew', async () => {
    const source = (number: number) => ({ utmSource: `source ${number}` });
    await foldVisitsWith('source', 'source ', 1000);
    const late = await sessions.complete(start, source(2000));
    await sessions.complete(start, source(7));
    const values = async () => {
      const { body } = await api.get(PAGE + query({ breakdown: 'source', limit: '100' })).expect(200);
      const { rows } = await service.pool.query(
        `select length(figures) / 28 as values from analytics_breakdown
         where scope = $1 and dimension = 'source' and quarters = 96 and quarter = $2`,
        [exampleUuid('page'), start / 900_000],
      );
      const other = body.breakdown.at(-1);
      return { kept: rows[0].values, first: body.breakdown[0], other: [other.kind, other.visits] };
    };
    const expected = {
      kept: 1000,
      first: expect.objectContaining({ value: 'source 7', visits: 2 }) as object,
      other: ['other', 901],
    };
    expect(await values()).toEqual(expected);
    await sessions.fold();
    // One more for all others.
    expect(await values()).toEqual({ ...expected, kept: 1001 });
    await sessions.complete(start, source(8), late);
    expect((await values()).other).toEqual(['other', 900]);
    await sessions.fold();
    expect((await values()).other).toEqual(['other', 900]);
  });

  it('keeps nothing of values that are not told apart', async () => {
    await foldVisitsWith('campaign', 'made up ', 1500);
    const { rows } = await service.pool.query(
      `select count(*)::int as values from analytics_value where value like 'made up %'`,
    );
    expect(rows).toEqual([{ values: 1000 }]);
    const { body } = await api.get(PAGE + query({ breakdown: 'campaign', limit: '100' })).expect(200);
    expect(body.breakdown.at(-1)).toMatchObject({ kind: 'other', visits: 1400 });
  });
});

describe('a picture', () => {
  const picture = (path: string) => api.get(path).set('accept', 'image/svg+xml').expect(200).buffer(true);

  it('is drawn of the series or the breakdown, with words for who can not see it', async () => {
    await sessions.complete(start, { utmSource: ']]><b>&"\u0007' });
    const series = String((await picture(PAGE + query({ compare: 'true' }))).body);
    expect(series).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^]*role="img"[^]*<title id="title">[^<]+<\/title>/,
    );
    expect(series).toContain('prefers-color-scheme:dark');
    const response = await picture(PAGE + query({ breakdown: 'source' }));
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept',
    });
    expect(String(response.body)).toContain(']]&gt;&lt;b>&amp;');
    expect(String(response.body)).not.toContain('<b>');
  });

  it('is shown to whoever has its URL, for a day, and of nothing else', async () => {
    await sessions.complete(start);
    for (const path of [AUDIENCE, PAGE, '/v0/analytics']) {
      const { body } = await api.get(path + query({ breakdown: 'device' })).expect(200);
      expect(body.chartUrl).toMatch(/^\/charts\/[\w-]+\.svg\?/);
      const drawn = String((await picture(path + query({ breakdown: 'device' }))).body);
      const shown = await fetch(service.url + body.chartUrl);
      expect([shown.status, await shown.text()]).toEqual([200, drawn]);
      const refused = async (url: string) =>
        (await (await fetch(service.url + url)).json()) as { code: string };
      expect((await refused(body.chartUrl.replace('device', 'source'))).code).toBe('url_invalid');
      expect((await refused(body.chartUrl.replace('?', '?a=b&'))).code).toBe('validation_failed');
      jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 25 * HOUR));
      expect((await refused(body.chartUrl)).code).toBe('url_expired');
      jest.restoreAllMocks();
    }
  });

  it('is the same at its URL, also where the period before is compared', async () => {
    await sessions.complete(start);
    for (const more of ['', '&breakdown=device']) {
      const path = `${PAGE}${query({ compare: 'true' })}${more}`;
      const { body } = await api.get(path).expect(200);
      const shown = await fetch(service.url + body.chartUrl);
      expect(await shown.text()).toBe(String((await picture(path)).body));
    }
  });

  it('is sound XML also where there is nothing to draw', async () => {
    for (const more of [{}, { compare: 'true' }, { breakdown: 'link' }] as Record<string, string>[]) {
      const drawn = String((await picture(PAGE + query(more))).body);
      expect(drawn).toContain('No visits in this period');
      const attributes = [...drawn.matchAll(/<\w+((?:\s[^<>]*)?)>/g)].map(([, text]) => text!);
      for (const text of attributes) expect(text).toMatch(/^(\s[\w:-]+="[^"]*")*\s*\/?$/);
    }
  });

  it('is not shown any more once the page is deleted', async () => {
    const { body: page } = await api.post('/v0/pages', await newPage()).expect(201);
    const { body } = await api.get(`/v0/pages/${page.pageId}/analytics`).expect(200);
    await api.delete(`/v0/pages/${page.pageId}`).expect(200);
    expect((await fetch(service.url + body.chartUrl)).status).toBe(404);
  });
});

/** Adds so many visits of the page to the rollups, each with a value of its own. */
async function foldVisitsWith(dimension: Dimension, prefix: string, count: number): Promise<void> {
  await service.pool.query(
    `insert into analytics_delta (tenant_id, id, quarter, scopes, values, asked, visits, engaged_ms, bounces,
       conversions, questions)
     select $1, gen_random_uuid(), $2, array[$3]::uuid[], jsonb_build_object($4::text, $5 || n), '{}', 1, 0, 0, 0, 0
     from generate_series(1, $6) n`,
    [service.home.id, start / 900_000, exampleUuid('page'), dimension, prefix, count],
  );
  await sessions.fold();
}

async function newPage(): Promise<object> {
  const { body } = await api.get(`/v0/pages/${exampleId('page')}`).expect(200);
  const { name, brandId, pageType, pageContext } = body;
  return { name, brandId, pageType, pageContext, actions: [], actionCardWidgets: [], scripts: [] };
}
