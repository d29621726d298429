import { Client } from 'pg';
import type { SeededAudience } from '../seeds/pages.ts';

const LINKS = 1000;
const DAYS = 365;

/** A pseudo-random number below `most` that is the same in each run. */
const chance = (seed: number, most: number) => `(hashint8extended(n, ${seed}) & 2147483647) % ${most}`;

const linkId = (number: string) => `md5('link ' || ${number})::uuid`;

const VALUES = {
  audience: 'audience_id',
  link: 'page_link_id',
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  referrer: 'referrer',
  device: 'device',
};

const FIGURES = ['visits', 'engaged_ms', 'bounces', 'conversions', 'questions'];
const each = (write: (figure: string) => string) => FIGURES.map(write).join(', ');

const addLinks = `
  insert into page_link (tenant_id, id, path, path_hash, audience_id, created_at, updated_at)
  select tenant.id, ${linkId('n')}, '/link-' || n, sha256(('/link-' || n)::bytea), $1, now(), now()
  from tenant, generate_series(0, ${LINKS - 1}) as n`;

/** Of one audience, or each of another: the first of these has a given id. */
const addSessions = (audience: string) => `
  insert into audience_session (tenant_id, id, analytics_session_id, page_id, audience_id, page_link_id,
    computation_status, has_conversion, is_bounce, questions_asked_count, total_clicks_count, time_spent_seconds,
    utm_source, utm_medium, utm_campaign, referrer, device, interactions, session_started_at, created_at, updated_at)
  select tenant.id, new_uuid(), new_uuid()::text, $1, ${audience}, ${linkId(chance(2, LINKS))}, 'completed',
    ${chance(3, 20)} = 0, ${chance(4, 3)} = 0, ${chance(5, 3)}, 1, ${chance(6, 300)},
    'source ' || ${chance(7, 20)}, 'medium ' || ${chance(8, 5)}, 'campaign ' || ${chance(9, 50)},
    'host-' || ${chance(10, 100)} || '.example', (array['phone', 'tablet', 'desktop'])[1 + ${chance(11, 3)}], '[]',
    date_trunc('day', now(), 'UTC') + interval '1 day' - (1 + ${chance(12, DAYS * 86_400)}) * interval '1 second', now(), now()
  from tenant, generate_series(1, $3::int) as n`;

const ONE_AUDIENCE = '$2::uuid';
const OTHER_AUDIENCES = `case when n = 1 then $2::uuid else md5('audience ' || n)::uuid end`;

/**
 * Sums of the sessions in each quarter of an hour: in total, and by each dimension. `is_own` are those of the audience
 * that has rollups.
 */
const addQuarters = (audienceId: string) => `
  create table counted_1 as
  select dimension, value, quarter, is_own, ${each((figure) => `sum(${figure}) as ${figure}`)} from (
    select floor(extract(epoch from session_started_at) / 900)::int as quarter, dimension, value, 1 as visits,
      audience_id = '${audienceId}' as is_own,
      (time_spent_seconds * 1000)::bigint as engaged_ms, is_bounce::int as bounces, has_conversion::int as conversions,
      questions_asked_count as questions
    from audience_session, lateral (values ('', ''), ${Object.entries(VALUES)
      .map(([dimension, column]) => `('${dimension}', ${column}::text)`)
      .join(', ')}) as counted (dimension, value)
  ) as sessions group by dimension, value, quarter, is_own`;

const TOTALS = `tenant_id, scope, days, day, ${FIGURES.join(', ')}`;

/** In the format of the service; the running sums of a day are one list. */
const addDays = (scope: string, which: string) => `
  insert into analytics_total (${TOTALS}, is_complete, quarters, running)
  select tenant.id, ${scope}, 1, day, ${FIGURES.join(', ')}, true, quarters, running from (
    select quarter / 96 as day, ${each((figure) => `sum(${figure}) as ${figure}`)},
      array_agg((quarter % 96)::smallint order by quarter) as quarters,
      string_to_array(string_agg(concat_ws(',', ${each((figure) => `run_${figure}`)}), ',' order by quarter), ',')::bigint[]
        as running
    from (
      select *, ${each((figure) => `sum(${figure}) over (partition by quarter / 96 order by quarter) as run_${figure}`)}
      from (
        select quarter, ${each((figure) => `sum(${figure}) as ${figure}`)}
        from counted_1 where dimension = '' and ${which} group by quarter
      ) as counted
    ) as summed group by quarter / 96
  ) as days, tenant`;

const addSeveralDays = (days: number) => `
  insert into analytics_total (${TOTALS}, is_complete)
  select tenant_id, scope, ${days}, day / ${days} * ${days}, ${each((figure) => `sum(${figure})`)}, true
  from analytics_total where days = 1 group by tenant_id, scope, day / ${days}`;

const addValues = `
  insert into analytics_value (tenant_id, dimension, value, number)
  select tenant.id, dimension, value, row_number() over (partition by dimension order by value)
  from tenant, (select distinct dimension, value from counted_1 where dimension <> '') as counted`;

const addLonger = (size: number, shorter: number) => `
  create table counted_${size} as
  select dimension, value, quarter / ${size} * ${size} as quarter, is_own,
    ${each((figure) => `sum(${figure}) as ${figure}`)}
  from counted_${shorter} group by dimension, value, quarter / ${size}, is_own`;

const addBreakdowns = (size: number, scopes: string, which: string) => `
  insert into analytics_breakdown (tenant_id, scope, dimension, quarters, quarter, figures)
  select tenant.id, scope, dimension, ${size}, quarter, figures from (
    select dimension, quarter, string_agg(int4send(number) || int4send(visits::int) || float8send(engaged_ms::float8)
      || int4send(bounces::int) || int4send(conversions::int) || int4send(questions::int), '') as figures
    from (
      select dimension, value, quarter, ${each((figure) => `sum(${figure}) as ${figure}`)}
      from counted_${size} where ${which} group by dimension, value, quarter
    ) as counted join analytics_value using (dimension, value) group by dimension, quarter
  ) as packed, tenant, unnest(array[${scopes}]) as scope`;

const SIZES = [1, 8, 32, 96, 384, 1536, 6144];

export interface SeededSessions {
  /** Sessions of the audience. */
  count: number;
  /** Further audiences, each with one session. */
  visitedOnce: number;
  /** The first of them. */
  visitedOnceId: string;
}

/** Creates sessions over a year and 1,000 links, and their rollups. */
export async function fillSessions(
  url: string,
  audience: SeededAudience,
  { count, visitedOnce, visitedOnceId }: SeededSessions,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const ids = [audience.pageId, audience.audienceId];
  await client.query(addLinks, [audience.audienceId]);
  await client.query(addSessions(ONE_AUDIENCE), [...ids, count]);
  await client.query(addSessions(OTHER_AUDIENCES), [audience.pageId, visitedOnceId, visitedOnce]);
  await client.query(addQuarters(audience.audienceId));
  await client.query(addDays('tenant.id', 'true'));
  await client.query(addDays('$1::uuid', 'true'), [audience.pageId]);
  await client.query(addDays('$1::uuid', 'is_own'), [audience.audienceId]);
  for (const days of [4, 16, 64]) await client.query(addSeveralDays(days));
  await client.query(addValues);
  for (const [at, size] of SIZES.entries()) {
    if (at > 0) await client.query(addLonger(size, SIZES[at - 1]!));
    // Otherwise the server expects few rows, and compares each with each.
    await client.query(`analyze counted_${size}, analytics_value`);
    await client.query(addBreakdowns(size, 'tenant.id, $1::uuid', 'true'), [audience.pageId]);
    await client.query(addBreakdowns(size, '$1::uuid', 'is_own'), [audience.audienceId]);
  }
  await client.query(`drop table ${SIZES.map((size) => `counted_${size}`).join(', ')}`);
  await client.query('vacuum analyze');
  await client.end();
}
