import { ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { field, textRule } from '../../shared/fields/field.js';
import { Decimal, Integer, ListOf, Nested, OneOf, Text, Time } from '../../shared/fields/fields.js';
import { QueryBool, QueryInteger } from '../../shared/fields/query-fields.js';
import { QueryTime } from '../../shared/fields/request-time.js';
import { DIMENSIONS, type Dimension } from './figures/dimensions.js';
import { INTERVALS, isTimeZone, type Interval } from './figures/time-buckets.js';

/** A time zone in the query string. */
function QueryTimeZone(): PropertyDecorator {
  const example = 'Europe/Berlin';
  const message = `must be the name of a time zone, such as ${example}`;
  return field(
    { optional: true, about: 'The time zone of hours, days and weeks, as an IANA name.', example },
    { type: 'string', default: 'UTC' },
    ...[IsString(), textRule('unknown_time_zone', isTimeZone, message)],
  );
}

/** From 1973 on, with an upper limit, so the previous period and the last quarter hour are valid times, too. */
const BEGIN = { minDigits: 12, maxDigits: 13 };
const END = { minDigits: 12, maxDigits: 14 };

export class AnalyticsQuery {
  @QueryTime({
    range: BEGIN,
    about: 'Only visits that began at this time or later; rounded down to a quarter hour.',
  })
  from?: string;

  @QueryTime({
    range: END,
    about: 'Only visits that began before this time; rounded up to a quarter hour.',
  })
  to?: string;

  @OneOf(INTERVALS, { title: 'AnalyticsInterval', optional: true, fallback: 'day' })
  interval: Interval = 'day';

  @QueryTimeZone()
  timeZone = 'UTC';

  @OneOf(DIMENSIONS, {
    ...{ title: 'AnalyticsDimension', optional: true, example: 'source' },
    about: 'The dimension of the breakdown.',
  })
  breakdown?: Dimension;

  @QueryInteger({
    min: 1,
    max: 100,
    fallback: 10,
    about: 'The maximum number of separate values in the breakdown.',
  })
  limit = 10;

  @QueryBool({ about: 'Whether to return the figures of the previous period, too.' })
  compare = false;
}

@ApiSchema({ name: 'AnalyticsFigures' })
export class FiguresView {
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, example: 17 })
  visits!: number;

  @Decimal({ about: 'The total time that visitors were active on the page.', example: 840.5 })
  engagedSeconds!: number;

  @Decimal({
    ...{ nullable: true, min: 0, max: 1, example: 0.25 },
    about: 'The share of visits that are bounces. Null without visits.',
  })
  bounceRate!: number | null;

  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, about: 'Visits with a conversion.', example: 3 })
  conversions!: number;

  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, about: 'Questions that were asked.', example: 5 })
  questions!: number;
}

@ApiSchema({ name: 'AnalyticsBucket' })
class BucketView extends FiguresView {
  @Time({ about: 'The start of the hour, day or week; for the first one, the start of the period.' })
  from!: string;
}

@ApiSchema({ name: 'AnalyticsPeriod' })
export class PeriodView {
  @Time()
  from!: string;

  @Time({ about: 'The end of the period, exclusive.' })
  to!: string;

  @Nested(() => FiguresView)
  totals!: FiguresView;

  @ListOf(() => BucketView, {
    about: 'All hours, days or weeks of the period, including those without visits.',
  })
  series!: BucketView[];
}

const VALUE_KINDS = ['value', 'none', 'other'] as const;

@ApiSchema({ name: 'AnalyticsValue' })
export class ValueView extends FiguresView {
  @OneOf(VALUE_KINDS, {
    title: 'AnalyticsValueKind',
    about: '`none`: visits without a value. `other`: the sum of all further values.',
    example: 'value',
  })
  kind!: (typeof VALUE_KINDS)[number];

  @Text({ nullable: true, about: 'The value; for an audience or a link, its id.', example: 'newsletter' })
  value!: string | null;

  @Text({
    nullable: true,
    about: 'The name of an audience, or the domain and path of a link.',
    example: null,
  })
  name!: string | null;
}

@ApiSchema({ name: 'Analytics' })
export class AnalyticsView extends PeriodView {
  @OneOf(INTERVALS, { title: 'AnalyticsInterval', example: 'day' })
  interval!: Interval;

  @Text({ example: 'Europe/Berlin' })
  timeZone!: string;

  @Nested(() => PeriodView, {
    nullable: true,
    about: 'The previous period of the same length. Null without `compare`.',
  })
  previous!: PeriodView | null;

  @ListOf(() => ValueView, {
    nullable: true,
    about: 'The values with the most visits first. Null without `breakdown`.',
  })
  breakdown!: ValueView[] | null;

  @Text({
    about: 'A chart of the same figures, for everyone who has this URL. It expires after a day.',
    example: '/charts/token.svg?interval=day',
  })
  chartUrl!: string;
}
