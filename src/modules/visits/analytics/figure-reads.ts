import { PreparedRead } from '../../../shared/database/prepared-reads.js';
import { OTHER_VALUES, TOTAL, type Dimension } from './dimensions.js';
import { FIGURES, type Figures } from './figures.js';
import { partsOf, QUARTERS_A_DAY, type PeriodPart } from './period-parts.js';
import { QUARTER_MS, type Period } from './time-buckets.js';

/** A bucket of the series, or a value of the breakdown; both null: all values that are not shown. */
export interface FigureRow extends Figures {
  bucket: number | null;
  value: string | null;
}

const COLUMNS: Record<keyof Figures, string> = {
  visits: 'visits',
  engagedMs: 'engaged_ms',
  bounces: 'bounces',
  conversions: 'conversions',
  questions: 'questions',
};

const eachFigure = (expression: (name: keyof Figures, place: number) => string): string =>
  FIGURES.map((name, place) => `${expression(name, place)} as "${name}"`).join(', ');

/** Sums of integers would be decimals, which take longer than all the rest. */
const SUMS = eachFigure((name) => `sum("${name}"::float8)`);

/** From the start of the day to one of its quarter hours; there are five numbers for each. */
const runningAt = (quarter: string, figure: number): string =>
  `coalesce(r.running[${FIGURES.length} * ${quarter} - ${FIGURES.length - figure - 1}], 0)`;

/** The rollups that the parts of a period name, each with what counts of it. One look into the index for each part. */
const rollups = (parts: string, dimension: string): string => `
  select part.bucket, r.value, ${eachFigure(
    (name, figure) => `case when part.first_quarter is null then r.${COLUMNS[name]}
      else ${runningAt('place.last', figure)} - ${runningAt('place.before', figure)} end`,
  )}
  from unnest(${parts}) as part (bucket, day, days, first_quarter, end_quarter)
    cross join lateral (
      select * from analytics_rollup r
      where r.tenant_id = $1 and r.scope = $2 and r.dimension = ${dimension} and r.days = part.days
        and r.day = part.day offset 0
    ) as r
    cross join lateral (
      select width_bucket((part.first_quarter - 1)::smallint, r.quarters) as before,
        width_bucket((part.end_quarter - 1)::smallint, r.quarters) as last
    ) as place`;

/** What is not in the rollups yet. */
const deltas = (bucket: string, value: string, figures: string, from: string, borders: string): string => `
  select ${bucket}, ${value}, ${figures} from ${from}
  where d.tenant_id = $1 and $2::uuid = any(d.scopes) and d.quarter >= (${borders})[1]
    and d.quarter < (${borders})[cardinality(${borders})]`;

const DELTA_FIGURES = eachFigure((name) => `d.${COLUMNS[name]}`);

const SERIES = `
  select bucket, null as value, ${SUMS} from (
    ${rollups('$3::int[], $4::int[], $5::int[], $6::int[], $7::int[]', `'${TOTAL}'`)}
    union all
    ${deltas('width_bucket(d.quarter, $8::int[]) - 1', `''`, DELTA_FIGURES, 'analytics_delta d', '$8::int[]')}
  ) as counted group by bucket`;

const dayHas = (value: string): string => `exists (
  select from analytics_rollup r where r.tenant_id = $1 and r.scope = $2 and r.dimension = $9 and r.days = 1
    and r.day = d.quarter / ${QUARTERS_A_DAY} and r.value = ${value})`;

/** A value for which a full day has no room counts from the start as one of the others. */
const roomFor = (value: string): string =>
  `case when ${dayHas(`'${OTHER_VALUES}'`)} and not ${dayHas(value)} then '${OTHER_VALUES}' else ${value} end`;

const ASKED_FIGURES = eachFigure((name) =>
  name === 'questions' ? 'question.times::int' : `d.${COLUMNS[name]}`,
);
const UNFOLDED = {
  value: [roomFor('d.values ->> $9'), DELTA_FIGURES, 'analytics_delta d'],
  question: [
    roomFor('question.text'),
    ASKED_FIGURES,
    'analytics_delta d cross join lateral jsonb_each_text(d.asked) as question (text, times)',
  ],
} as const;

/** The values with the most visits, and all others together. */
const breakdown = ([value, figures, from]: readonly [string, string, string]): string => `
  select null, value, ${SUMS} from (
    select case when place <= $16 and value <> '${OTHER_VALUES}' then value end as value, ${eachFigure((name) => `"${name}"`)}
    from (
      select *, row_number() over (order by value = '${OTHER_VALUES}', visits desc, value) as place from (
        select value, ${SUMS} from (
          ${rollups('$10::int[], $11::int[], $12::int[], $13::int[], $14::int[]', '$9')}
          union all
          ${deltas('null', value, figures, from, '$15::int[]')}
        ) as counted group by value
      ) as summed where visits > 0
    ) as placed
  ) as shown group by value`;

/** One statement, and so one look at what is there: a visit is in all figures, or in none. */
const seriesRead = new PreparedRead<FigureRow>('analytics.series', SERIES);
const withValues = new PreparedRead<FigureRow>(
  'analytics.series_and_values',
  `${SERIES} union all (${breakdown(UNFOLDED.value)})`,
);
const withQuestions = new PreparedRead<FigureRow>(
  'analytics.series_and_questions',
  `${SERIES} union all (${breakdown(UNFOLDED.question)})`,
);

/** Whose figures. */
export type Scope = string;

/** The buckets follow one another. */
export function seriesQuery(scope: Scope, buckets: readonly Period[]): [PreparedRead<FigureRow>, unknown[]] {
  const parts = buckets.flatMap((bucket, at) => partsOf(bucket).map((part) => ({ ...part, bucket: at })));
  return [seriesRead, [scope, ...columnsOf(parts), bordersOf(buckets)]];
}

/** The same, and so many values of a dimension in the whole of a period. */
export function breakdownQuery(
  scope: Scope,
  buckets: readonly Period[],
  { period, dimension, limit }: { period: Period; dimension: Dimension; limit: number },
): [PreparedRead<FigureRow>, unknown[]] {
  const parts = partsOf(period).map((part) => ({ ...part, bucket: 0 }));
  return [
    dimension === 'question' ? withQuestions : withValues,
    [...seriesQuery(scope, buckets)[1], dimension, ...columnsOf(parts), bordersOf([period]), limit],
  ];
}

function columnsOf(parts: readonly (PeriodPart & { bucket: number })[]): unknown[] {
  return [
    parts.map(({ bucket }) => bucket),
    parts.map(({ day }) => day),
    parts.map(({ days }) => days),
    parts.map(({ from }) => from),
    parts.map(({ to }) => to),
  ];
}

function bordersOf(buckets: readonly Period[]): number[] {
  return [...buckets.map(({ from }) => from), buckets.at(-1)!.to].map((moment) => moment / QUARTER_MS);
}
