import { countedColumns, countedSelect, isCounted, type CountedSessionRow } from '../../sessions/index.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import type { Dimension } from '../figures/dimensions.js';
import { FIGURE_COLUMNS, FIGURES, type Figures } from '../figures/figures.js';
import { hasRollups as hasOwnRollups } from '../rollups/audience-rollups.js';
import { breakdownParts, totalParts } from '../rollups/period-parts.js';
import { deltaOf, type SessionDelta } from '../rollups/session-delta.js';
import { QUARTER_MS, type Period } from '../figures/time-buckets.js';

/**
 * The figures of a bucket, of many values (`packed`), or of one value that is not in a breakdown yet; or those of a
 * session that is in no rollups.
 */
export interface FigureRow extends Figures {
  bucket: number | null;
  packed: Buffer | null;
  /** The number of the value, if it has one. */
  number: number | null;
  value: string | null;
  session: SessionDelta | null;
}

const eachFigure = (expression: (name: keyof Figures, place: number) => string): string =>
  FIGURES.map((name, place) => `${expression(name, place)} as "${name}"`).join(', ');

/** Sums of bigints would be of type numeric, which is slower. */
const SUMS = eachFigure((name) => `sum("${name}"::float8)`);

/** The running total from the start of the day to a quarter hour. There are five numbers for each. */
const runningAt = (quarter: string, figure: number): string =>
  `coalesce(t.running[${FIGURES.length} * ${quarter} - ${FIGURES.length - figure - 1}], 0)`;

/** The rows of totals for the parts of each bucket, and the part of their figures that counts. */
const totals = (hasRollups: string) => `
  select part.bucket, ${eachFigure(
    (name, figure) => `case when part.first_quarter is null then t.${FIGURE_COLUMNS[name]}
      else ${runningAt('place.last', figure)} - ${runningAt('place.before', figure)} end`,
  )}
  from unnest($3::int[], $4::int[], $5::int[], $6::int[], $7::int[])
      as part (bucket, day, days, first_quarter, end_quarter)
    cross join lateral (
      select * from analytics_total t
      where t.tenant_id = $1 and t.scope = $2 and t.days = part.days and t.day = part.day offset 0
    ) as t
    cross join lateral (
      select width_bucket((part.first_quarter - 1)::smallint, t.quarters) as before,
        width_bucket((part.end_quarter - 1)::smallint, t.quarters) as last
      offset 0
    ) as place
  where ${hasRollups}`;

/** Deltas that are not in the rollups yet, from the first border to the last. */
const deltasWithin = (borders: string): string => `
  d.tenant_id = $1 and $2::uuid = any(d.scopes) and d.quarter >= (${borders}::int[])[1]
    and d.quarter < (${borders}::int[])[cardinality(${borders}::int[])]`;

const DELTA_FIGURES = eachFigure((name) => `d.${FIGURE_COLUMNS[name]}`);

const series = (hasRollups: string) => `
  select bucket, null::bytea as packed, null::int as number, null as value, ${SUMS}, null::jsonb as session from (
    ${totals(hasRollups)}
    union all
    select width_bucket(d.quarter, $8::int[]) - 1, ${DELTA_FIGURES} from analytics_delta d
    where ${deltasWithin('$8')} and ${hasRollups}
  ) as counted group by bucket`;

const breakdown = (hasRollups: string) => `
  select null, b.figures, null, null, ${eachFigure(() => '0')}, null
  from unnest($10::int[], $11::int[]) as part (quarter, quarters) cross join lateral (
    select * from analytics_breakdown b
    where b.tenant_id = $1 and b.scope = $2 and b.dimension = $9 and b.quarters = part.quarters
      and b.quarter = part.quarter offset 0
  ) as b
  where ${hasRollups}`;

const newValues = (counted: string): string => `
  select null, null, v.number, counted.value, ${SUMS}, null from (${counted}) as counted
    left join analytics_value v on v.tenant_id = $1 and v.dimension = $9 and v.value = counted.value
  group by v.number, counted.value`;

const valuesIn = (hasRollups: string) =>
  newValues(`
  select d.values ->> $9 as value, ${DELTA_FIGURES} from analytics_delta d where ${deltasWithin('$12')} and ${hasRollups}`);

const questionsIn = (hasRollups: string) =>
  newValues(`
  select question.text as value, ${eachFigure((name) => (name === 'questions' ? 'question.times::int' : `d.${FIGURE_COLUMNS[name]}`))}
  from analytics_delta d cross join lateral jsonb_each_text(d.asked) as question (text, times)
  where ${deltasWithin('$12')} and ${hasRollups}`);

const borderTime = (at: string) => `to_timestamp(($8::int[])[${at}] * ${QUARTER_MS / 1000}.0)`;

const sessions = (withQuestions: boolean) => `
  select null, null, null, null, ${eachFigure(() => '0')}, to_jsonb(session) from (
    select s.tenant_id as "tenantId", ${countedSelect('s', { withQuestions })}
    from audience_session s
    where s.tenant_id = $1 and s.audience_id = $2 and ${isCounted('s')} and not ${hasOwnRollups('$2')}
      and s.session_started_at >= ${borderTime('1')} and s.session_started_at < ${borderTime('cardinality($8::int[])')}
  ) as session`;

/** Keeps the figures of a session, and not its interactions: these are large, and an audience may have many sessions. */
function figuresOfSession(session: unknown): SessionDelta {
  const row = session as CountedSessionRow & { tenantId: string };
  return deltaOf(countedColumns.fromRow(row), row.tenantId, 1);
}

interface FigureReads {
  series: PreparedRead<FigureRow>;
  withValues: PreparedRead<FigureRow>;
  withQuestions: PreparedRead<FigureRow>;
}

/** One statement, so one snapshot: a visit is in all figures or in none. */
function readsOf(name: string, hasRollups: string, more: (withQuestions: boolean) => string): FigureReads {
  const read = (detail: string, withQuestions: boolean, ...parts: ((hasRollups: string) => string)[]) =>
    new PreparedRead<FigureRow>(
      `analytics.${name}_${detail}`,
      [...parts.map((part) => part(hasRollups)), more(withQuestions)].filter(Boolean).join(' union all '),
      { convertJson: figuresOfSession },
    );
  return {
    series: read('series', false, series),
    withValues: read('series_and_values', false, series, breakdown, valuesIn),
    withQuestions: read('series_and_questions', true, series, breakdown, questionsIn),
  };
}

const ofTenantOrPage = readsOf('all', 'true', () => '');
const ofAudience = readsOf('audience', hasOwnRollups('$2'), sessions);

/** What has figures. */
export interface FigureScope {
  /** The id of the tenant, of a page or of an audience. */
  id: string;
  /** Audiences with few sessions have no rollups. */
  isAudience: boolean;
}

type Query = [PreparedRead<FigureRow>, unknown[]];

/** The buckets must be consecutive. */
export function seriesQuery(scope: FigureScope, buckets: readonly Period[]): Query {
  const parts = buckets.flatMap((bucket, at) => totalParts(bucket).map((part) => ({ ...part, bucket: at })));
  const columns = [
    parts.map(({ bucket }) => bucket),
    parts.map(({ day }) => day),
    parts.map(({ days }) => days),
    parts.map(({ from }) => from),
    parts.map(({ to }) => to),
  ];
  return [readsFor(scope).series, [scope.id, ...columns, bordersOf(buckets)]];
}

/** The series, and the values of a dimension in the whole period. */
export function breakdownQuery(
  scope: FigureScope,
  buckets: readonly Period[],
  { period, dimension }: { period: Period; dimension: Dimension },
): Query {
  const parts = breakdownParts(period);
  const columns = [parts.map(({ quarter }) => quarter), parts.map(({ quarters }) => quarters)];
  return [
    readsFor(scope)[dimension === 'question' ? 'withQuestions' : 'withValues'],
    [...seriesQuery(scope, buckets)[1], dimension, ...columns, bordersOf([period])],
  ];
}

function readsFor({ isAudience }: FigureScope): FigureReads {
  return isAudience ? ofAudience : ofTenantOrPage;
}

function bordersOf(buckets: readonly Period[]): number[] {
  return [...buckets.map(({ from }) => from), buckets.at(-1)!.to].map((moment) => moment / QUARTER_MS);
}
