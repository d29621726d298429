import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import { Records } from '../pages/records.js';
import { until } from '../support/until.js';
import { unescaped, useConsole } from './console-visitor.js';

/** As many pages as the select has. */
const OFFERED = 25;

const DAY_MS = 24 * 60 * 60 * 1000;

const { service, api, visitor, signedIn } = useConsole({ ROLE: 'all' });

const records = new Records(api);

/** Today's visits of a new audience, and as many as are given of the day before. */
async function visited(sources: readonly string[], before = 0): Promise<AudienceView> {
  const audience = await records.audience();
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const visits = [
    ...sources.map((utmSource) => ({ utmSource, at: today })),
    ...Array.from({ length: before }, () => ({ at: today - DAY_MS })),
  ];
  for (const { at, ...facts } of visits) {
    const { audienceId } = audience;
    const times = { sessionStartedAt: `+${at}`, sessionEndedAt: `+${at + 30_000}` };
    await api.post('/v0/audience_sessions', { audienceId, ...times, ...facts }).expect(201);
  }
  await until(async () => {
    const { body } = await api.get(`/v0/pages/${audience.pageId}/analytics`).expect(200);
    return (body as { totals: { visits: number } }).totals.visits === visits.length;
  });
  return audience;
}

const pathOf = (query: Record<string, string>, file = '') => `/figures${file}?${new URLSearchParams(query)}`;

/** Without the tags that set a name apart, and with the usual spaces. */
const plain = (html: string) => html.replaceAll(/<\/?bdi>/g, '').replaceAll('\u00a0', ' ');

/** The cells of the rows below a heading, as text. */
function rowsOf(html: string, id: string): string[][] {
  const section = html.slice(html.indexOf(`<h2 id="${id}">`)).split('</section>', 1)[0]!;
  const [, body] = /<tbody>(.*?)<\/tbody>/s.exec(section)!;
  return [...body!.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => plain(cell!)),
  );
}

describe('figures', () => {
  it('of a page are a chart with its table, and its visits by source', async () => {
    const { pageId } = await visited(['letter', 'letter', 'ads']);
    const kim = await signedIn();
    const { text } = await kim.get(pathOf({ pageId, days: '7' })).expect(200);
    const series = rowsOf(text, 'series');
    expect(series).toHaveLength(7);
    expect(series.at(-1)!.slice(1, 3)).toEqual(['3', '0']);
    expect(rowsOf(text, 'breakdown').map((row) => row.slice(0, 3))).toEqual([
      ['letter', '2', '67 %'],
      ['ads', '1', '33 %'],
    ]);
    for (const name of ['series', 'breakdown']) {
      const [, path] = new RegExp(`src="(/figures/${name}.svg[^"]*)"`).exec(text)!;
      const chart = await kim.get(unescaped(path!)).expect(200);
      expect(chart.headers['content-type']).toContain('image/svg+xml');
      expect(String(chart.body)).toContain(name === 'series' ? 'Visits' : 'letter');
    }
  });

  it('are compared with the period before, unless that is not wanted', async () => {
    const { pageId } = await visited(['letter', 'ads', 'ads'], 2);
    const kim = await signedIn();
    const compared = await kim.get(pathOf({ pageId, days: '1' })).expect(200);
    expect(compared.text).toContain('before: 2');
    expect(plain(compared.text)).toContain('+50 %');
    expect(compared.text).toContain('Visits before');
    const alone = await kim.get(pathOf({ pageId, days: '1', compare: 'false' })).expect(200);
    expect(alone.text).not.toContain('before: 2');
    expect(alone.text).not.toContain('Visits before');
  });

  it('of days in a time zone begin when these days begin', async () => {
    const { pageId } = await visited(['letter']);
    const kim = await signedIn();
    const day = new Date().toISOString().slice(0, 10);
    const asked = { pageId, from: day, to: day, interval: 'hour' };
    const utc = rowsOf((await kim.get(pathOf(asked)).expect(200)).text, 'series');
    expect([utc.length, utc[0]![1]]).toEqual([24, '1']);
    // There, it is already a quarter to six, whatever the season.
    const kathmandu = { ...asked, timeZone: 'Asia/Kathmandu' };
    const rows = rowsOf((await kim.get(pathOf(kathmandu)).expect(200)).text, 'series');
    expect(rows.map(([, visits]) => visits).indexOf('1')).toBe(5);
  });

  it('of an audience are those of its visits; a page that is chosen instead drops it', async () => {
    const audience = await visited(['letter', 'ads']);
    const { pageId, audienceId } = audience;
    const other = await visited(['elsewhere']);
    await records.audience({}, pageId);
    const kim = await signedIn();
    const own = await kim.get(pathOf({ pageId, audienceId, audienceOf: pageId })).expect(200);
    expect(own.text).toContain(`<option value="${audienceId}" selected>`);
    expect(rowsOf(own.text, 'breakdown').map(([source]) => source)).toEqual(['ads', 'letter']);
    const changed = { pageId: other.pageId, audienceId, audienceOf: pageId };
    const { text } = await kim.get(pathOf(changed)).expect(200);
    expect(rowsOf(text, 'breakdown').map(([source]) => source)).toEqual(['elsewhere']);
    const byAudience = await kim.get(pathOf({ pageId, breakdown: 'audience' })).expect(200);
    const [[name, visits]] = rowsOf(byAudience.text, 'breakdown') as [[string, string]];
    expect([name, visits]).toEqual([expect.stringContaining(`>${audience.effectiveName}</a>`), '2']);
  });

  it('by page lead to the figures of each page', async () => {
    const [one, other] = [await visited(['letter', 'letter']), await visited(['letter'])];
    const kim = await signedIn();
    const { text } = await kim.get(pathOf({ breakdown: 'page', days: '7' })).expect(200);
    const rows = rowsOf(text, 'breakdown');
    const visits = [one, other].map(({ pageId }) => rows.find(([page]) => page!.includes(pageId))![1]);
    expect(visits).toEqual(['2', '1']);
    const [, link] = new RegExp(`href="(/figures[^"]*${one.pageId}[^"]*)"`).exec(text)!;
    const ofPage = await kim.get(unescaped(link!)).expect(200);
    expect(rowsOf(ofPage.text, 'breakdown')[0]!.slice(0, 3)).toEqual(['letter', '2', '100 %']);
    expect(rowsOf(ofPage.text, 'series')).toHaveLength(7);
    const file = await kim.get(pathOf({ breakdown: 'page' }, '/breakdown.csv')).expect(200);
    expect(file.text).toMatch(/^Page,Visits,/);
  });

  it('are downloaded as a table that runs no formula', async () => {
    const { pageId } = await visited(['=1+1', '=1+1', 'a,b']);
    const kim = await signedIn();
    const { text, headers } = await kim.get(pathOf({ pageId, days: '7' }, '/breakdown.csv')).expect(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(headers['content-disposition']).toBe('attachment; filename=breakdown.csv');
    const [head, ...rows] = text.split('\r\n');
    expect(head).toMatch(/^Source,Visits,Share,/);
    expect(rows).toEqual(["'=1+1,2,0.6667,30.0,0.0000,0,0", '"a,b",1,0.3333,30.0,0.0000,0,0', '']);
    const series = await kim.get(pathOf({ pageId, days: '7' }, '/series.csv')).expect(200);
    const today = new Date().toISOString().slice(0, 10);
    expect(series.text.split('\r\n').at(-2)).toMatch(new RegExp(`^${today}T00:00:00.000Z,3,0,`));
  });

  it('have a link that shows their chart to everybody', async () => {
    const { pageId } = await visited(['letter']);
    const kim = await signedIn();
    const { text } = await kim.get(pathOf({ pageId })).expect(200);
    const links = [...text.matchAll(/<code>(http[^<]+)<\/code>/g)].map(([, url]) => unescaped(url!));
    expect(links).toHaveLength(2);
    for (const link of links) {
      const chart = await fetch(link);
      expect([chart.status, chart.headers.get('content-type')]).toEqual([
        ...[200, expect.stringContaining('image/svg+xml')],
      ]);
    }
    expect(text).toContain('It works on this machine only');
  });
});

describe('of more pages than a list offers', () => {
  const COUNT = 150;

  beforeAll(() =>
    service.pool.query(
      `insert into page (id, tenant_id, name, page_context, page_type, brand_id, actions, action_card_widgets,
         footer_links, scripts, blocks, status, audiences_made, search_text, created_at, updated_at)
       select gen_random_uuid(), $1, 'Campaign ' || n, '', 'custom', 'b', '[]', '[]', '[]', '[]', '[]', 'draft', 0,
         'campaign ' || n, now() - n * interval '1 hour', now() - n * interval '1 hour'
       from generate_series(1, $2::int) n`,
      [service.stranger.id, COUNT],
    ),
  );

  const offered = (text: string) =>
    [...text.matchAll(/<option value="(page_[^"]+)"[^>]*>([^<]+)</g)].map(([, id, name]) => [id, name]);

  it('each is found by a part of its name', async () => {
    const kim = await visitor().signIn(service.stranger.key);
    const { text } = await kim.get('/figures').expect(200);
    expect(offered(text)).toHaveLength(OFFERED);
    expect(text).toContain('name="pageQuery"');
    const oldest = `campaign ${COUNT}`;
    expect(text.toLowerCase()).not.toContain(oldest);
    const found = await kim.get(pathOf({ pageQuery: oldest, days: '7' })).expect(200);
    const [[pageId, name]] = offered(found.text) as [[string, string]];
    expect([offered(found.text).length, name]).toEqual([1, `Campaign ${COUNT}`]);
    // Chosen, it stays offered beside what else is found.
    const chosen = await kim.get(pathOf({ pageId, pageQuery: 'campaign 14' })).expect(200);
    expect(chosen.text).toContain(`<option value="${pageId}" selected>`);
    expect(offered(chosen.text)).toHaveLength(1 + 11);
    expect(chosen.text).toContain('value="campaign 14"');
  });

  it('says if no page fits, or more than it offers', async () => {
    const kim = await visitor().signIn(service.stranger.key);
    const none = await kim.get(pathOf({ pageQuery: 'nothing <b>' })).expect(200);
    expect(none.text).toContain('No page has “nothing &lt;b>” in its name.');
    const many = await kim.get(pathOf({ pageQuery: 'campaign' })).expect(200);
    expect(many.text).toContain(`The first ${OFFERED} that fit.`);
  });
});

it('the screen of an audience leads to its figures', async () => {
  const { pageId, audienceId } = await records.audience();
  const kim = await signedIn();
  const { text } = await kim.get(`/pages/${pageId}/audiences/${audienceId}`).expect(200);
  const [, to] = /href="(\/figures\?[^"]+)"/.exec(text)!;
  const { text: figures } = await kim.get(unescaped(to!)).expect(200);
  for (const id of [pageId, audienceId]) expect(figures).toContain(`<option value="${id}" selected>`);
});

it('a page that nobody visited says what to do next', async () => {
  const { pageId } = await records.page();
  const { text } = await (await signedIn()).get(pathOf({ pageId })).expect(200);
  expect(text).toContain('No visits in this time');
  expect(text).not.toContain('class="chart"');
});

it('problems are at their fields, and what was typed stays', async () => {
  const kim = await signedIn();
  const wrong = { from: '2026-03-02', to: '2026-03-01', timeZone: 'Mars/"Olympus"' };
  const { text } = await kim.get(pathOf(wrong)).expect(400);
  expect(text).toContain('id="field-timeZone-problem"');
  expect(text).toContain('value="Mars/&quot;Olympus&quot;"');
  const swapped = await kim.get(pathOf({ ...wrong, timeZone: 'UTC' })).expect(400);
  expect(swapped.text).toContain('id="field-from-problem"');
  const never = await kim.get(pathOf({ from: 'yesterday' })).expect(400);
  expect(never.text).toContain('id="field-from-problem"');
});

it('texts of visitors are never markup', async () => {
  const { pageId } = await visited(['<script>alert(1)</script>']);
  const { text } = await (await signedIn()).get(pathOf({ pageId })).expect(200);
  expect(text).toContain('&lt;script>alert(1)');
  expect(text).not.toMatch(/<script>alert/i);
});

it("another tenant's pages and audiences have no figures", async () => {
  const { pageId, audienceId } = await visited(['letter']);
  const own = await new Records(service.stranger.api).page();
  const other = await visitor().signIn(service.stranger.key);
  for (const file of ['', '/series.svg', '/breakdown.svg', '/series.csv', '/breakdown.csv']) {
    await other.get(pathOf({ pageId }, file)).expect(404);
    await other.get(pathOf({ pageId, audienceId }, file)).expect(404);
    await other.get(pathOf({ pageId: own.pageId, audienceId }, file)).expect(404);
  }
});

it('a key without the right to figures sees which one is missing; without that to pages, no list of them', async () => {
  const reader = await visitor().signIn(await service.keyWith(['pages:read']));
  expect((await reader.get('/figures').expect(403)).text).toContain('analytics:read');
  const counter = await visitor().signIn(await service.keyWith(['analytics:read']));
  const { text } = await counter.get('/figures').expect(200);
  expect(text).toContain('<h2 id="series">');
  expect(text).not.toContain('field-pageId');
});
