import { cleanUp, cli, freshDatabase, query, start } from '../support.js';

afterEach(cleanUp);

const DAY_MS = 86_400_000;

interface Demo {
  tenantId: string;
  key: string;
  visits: number;
  leads: number;
}

it('makes the same year twice, shows it in figures and on pages, and refuses a tenant that has data', async () => {
  const DATABASE_URL = await freshDatabase();
  const instance = await start({ DATABASE_URL });
  const [one, two] = [await demo('one', DATABASE_URL), await demo('two', DATABASE_URL)];
  expect(one).toMatchObject({ visits: 500, leads: 15 });
  const read = async (path: string, key: string): Promise<unknown> => {
    const answer = await instance.get(path, key);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json();
  };

  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const year = `from=%2B${today - 365 * DAY_MS}&to=%2B${today}&interval=week&breakdown=source`;
  const figures = (await read(`/v0/analytics?${year}`, one.key)) as Figures;
  expect(figures.totals).toMatchObject({ visits: 500 });
  expect(figures.totals.conversions).toBeGreaterThan(3);
  expect(figures.series.filter(({ visits }) => visits > 0).length).toBeGreaterThan(45);
  // Nobody can tell the figures from those of the service: its own count over the sessions agrees.
  const counted = `select count(*)::int as visits, count(*) filter (where has_conversion)::int as conversions
    from audience_session s join tenant t on t.id = s.tenant_id where t.name = 'one' and computation_status = 'completed'`;
  const { visits, conversions } = figures.totals;
  expect(await query(DATABASE_URL, counted)).toEqual([{ visits, conversions }]);

  const same = (await read(`/v0/analytics?${year}`, two.key)) as Figures;
  expect([same.totals, same.series, same.breakdown]).toEqual([
    figures.totals,
    figures.series,
    figures.breakdown,
  ]);
  const texts = async (path: string, field: string, key: string) =>
    ((await read(path, key)) as { items: Record<string, unknown>[] }).items.map((each) => each[field]).sort();
  for (const [path, field] of [
    ['/v0/persons?limit=100', 'email'],
    ['/v0/questions?limit=100', 'question'],
    ['/v0/form_submissions?limit=100&status=enriched', 'createdAt'],
  ] as const) {
    const found = await texts(path, field, one.key);
    expect(found.length).toBeGreaterThan(3);
    expect(await texts(path, field, two.key)).toEqual(found);
  }
  expect(await read('/v0/form_submissions?status=received', one.key)).toMatchObject({ items: [] });

  const page = await fetch(`${instance.siteUrl}/one/prices`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('One price for each desk')]);

  const again = cli(['demo', '--tenant', 'one'], { DATABASE_URL });
  expect(await again.ended).toMatchObject({ code: 1 });
  expect(again.stderr).toMatch(/^The tenant "one" has data already; .*--tenant <name>\.\n$/);
}, 300_000);

it.each([
  ['--size huge', /^"huge" is not a size: use small, medium, large\.\n$/],
  ['--seed x', /^"x" is not a seed: /],
  ['--until tomorrow', /^"tomorrow" is not a day: use a date from 2000-01-01 on, such as 2026-01-31\.\n$/],
  ['--until 2026-02-31', /^"2026-02-31" is not a day: /],
  ['--until 1970-06-01', /^"1970-06-01" is not a day: /],
])('refuses %s', async (words, line) => {
  const command = cli(['demo', ...words.split(' ')], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  expect(await command.ended).toMatchObject({ code: 2 });
  expect(command.stderr).toMatch(line);
});

interface Figures {
  totals: { visits: number; conversions: number };
  series: { visits: number }[];
  breakdown: unknown;
}

async function demo(tenant: string, DATABASE_URL: string): Promise<Demo> {
  const command = cli(['demo', '--tenant', tenant, '--size', 'small', '--json'], { DATABASE_URL });
  expect([await command.ended, command.stderr]).toEqual([
    { code: 0, signal: null },
    expect.stringMatching(/^(Days \(\d+ of 365\)\n){10}Identifying /),
  ]);
  return JSON.parse(command.stdout) as Demo;
}
