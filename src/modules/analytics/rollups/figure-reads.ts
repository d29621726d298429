import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import type { Dimension } from '../figures/dimensions.js';
import { FIGURE_COLUMNS, FIGURES, type Figures } from '../figures/figures.js';
import { breakdownParts, totalParts } from './period-parts.js';
import { QUARTER_MS, type Period } from '../figures/time-buckets.js';

/** The figures of a bucket, of many values (`packed`), or of one value that is not in a breakdown yet. */
export interface FigureRow extends Figures {
  bucket: number | null;
  packed: Buffer | null;
  /** The number of the value, if it has one. */
  number: number | null;
  value: string | null;
}

const eachFigure = (expression: (name: keyof Figures, place: number) => string): string =>
  FIGURES.map((name, place) => `${expression(name, place)} as "${name}"`).join(', ');

/** Sums of bigints would be of type numeric, which is slower. */
const SUMS = eachFigure((name) => `sum("${name}"::float8)`);

/** The running total from the start of the day to a quarter hour. There are five numbers for each. */
const runningAt = (quarter: string, figure: number): string =>
  `coalesce(t.running[${FIGURES.length} * ${quarter} - ${FIGURES.length - figure - 1}], 0)`;

/** The rows of totals for the parts of each bucket, and the part of their figures that counts. */
const TOTALS = `
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
    ) as place`;

/** Deltas that are not in the rollups yet, from the first border to the last. */
const deltasWithin = (borders: string): string => `
  d.tenant_id = $1 and $2::uuid = any(d.scopes) and d.quarter >= (${borders}::int[])[1]
    and d.quarter < (${borders}::int[])[cardinality(${borders}::int[])]`;

const DELTA_FIGURES = eachFigure((name) => `d.${FIGURE_COLUMNS[name]}`);

const SERIES = `
  select bucket, null::bytea as packed, null::int as number, null as value, ${SUMS} from (
    ${TOTALS}
    union all
    select width_bucket(d.quarter, $8::int[]) - 1, ${DELTA_FIGURES} from analytics_delta d where ${deltasWithin('$8')}
  ) as counted group by bucket`;

const BREAKDOWN = `
  select null, b.figures, null, null, ${eachFigure(() => '0')}
  from unnest($10::int[], $11::int[]) as part (quarter, quarters) cross join lateral (
    select * from analytics_breakdown b
    where b.tenant_id = $1 and b.scope = $2 and b.dimension = $9 and b.quarters = part.quarters
      and b.quarter = part.quarter offset 0
  ) as b`;

const newValues = (deltas: string): string => `
  select null, null, v.number, counted.value, ${SUMS} from (${deltas}) as counted
    left join analytics_value v on v.tenant_id = $1 and v.dimension = $9 and v.value = counted.value
  group by v.number, counted.value`;

const NEW_VALUES = newValues(`
  select d.values ->> $9 as value, ${DELTA_FIGURES} from analytics_delta d where ${deltasWithin('$12')}`);

const NEW_QUESTIONS = newValues(`
  select question.text as value, ${eachFigure((name) => (name === 'questions' ? 'question.times::int' : `d.${FIGURE_COLUMNS[name]}`))}
  from analytics_delta d cross join lateral jsonb_each_text(d.asked) as question (text, times)
  where ${deltasWithin('$12')}`);

/** One statement, so one snapshot: a visit is in all figures or in none. */
const seriesRead = new PreparedRead<FigureRow>('analytics.series', SERIES);
const withValues = new PreparedRead<FigureRow>(
  'analytics.series_and_values',
  `${SERIES} union all ${BREAKDOWN} union all ${NEW_VALUES}`,
);
const withQuestions = new PreparedRead<FigureRow>(
  'analytics.series_and_questions',
  `${SERIES} union all ${BREAKDOWN} union all ${NEW_QUESTIONS}`,
);

type Query = [PreparedRead<FigureRow>, unknown[]];

/** The buckets must be consecutive. */
export function seriesQuery(scope: string, buckets: readonly Period[]): Query {
  const parts = buckets.flatMap((bucket, at) => totalParts(bucket).map((part) => ({ ...part, bucket: at })));
  const columns = [
    parts.map(({ bucket }) => bucket),
    parts.map(({ day }) => day),
    parts.map(({ days }) => days),
    parts.map(({ from }) => from),
    parts.map(({ to }) => to),
  ];
  return [seriesRead, [scope, ...columns, bordersOf(buckets)]];
}

/** The series, and the values of a dimension in the whole period. */
export function breakdownQuery(
  scope: string,
  buckets: readonly Period[],
  { period, dimension }: { period: Period; dimension: Dimension },
): Query {
  const parts = breakdownParts(period);
  const columns = [parts.map(({ quarter }) => quarter), parts.map(({ quarters }) => quarters)];
  return [
    dimension === 'question' ? withQuestions : withValues,
    [...seriesQuery(scope, buckets)[1], dimension, ...columns, bordersOf([period])],
  ];
}

function bordersOf(buckets: readonly Period[]): number[] {
  return [...buckets.map(({ from }) => from), buckets.at(-1)!.to].map((moment) => moment / QUARTER_MS);
}
