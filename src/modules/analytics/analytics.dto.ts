import { ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { field, textRule } from '../../shared/fields/field.js';
import { Decimal, Integer, ListOf, Nested, OneOf, Text, Time } from '../../shared/fields/fields.js';
import { QueryBool, QueryInteger, QueryTime } from '../../shared/fields/query-fields.js';
import { DIMENSIONS, type Dimension } from './figures/dimensions.js';
import { INTERVALS, isTimeZone, type Interval } from './figures/time-buckets.js';

/** The name of a time zone in the query string. */
function QueryTimeZone(): PropertyDecorator {
  const example = 'Europe/Berlin';
  const message = `must be the name of a time zone, such as ${example}`;
  return field(
    { optional: true, about: 'Whose hours, days and weeks; an IANA name.', example },
    { type: 'string', default: 'UTC' },
    ...[IsString(), textRule('unknown_time_zone', isTimeZone, message)],
  );
}

/** From 1973 on, and not for ever: the moments of the period before, and of the last quarter of an hour, can be told as well. */
const BEGIN = '^\\+[1-9]\\d{11,12}$';
const END = '^\\+[1-9]\\d{11,13}$';

export class AnalyticsQuery {
  @QueryTime({
    pattern: BEGIN,
    about: 'Visits that began at this moment or later, down to the quarter of an hour.',
  })
  from?: string;

  @QueryTime({
    pattern: END,
    about: 'Visits that began before this moment, up to the quarter of an hour.',
  })
  to?: string;

  @OneOf(INTERVALS, { title: 'AnalyticsInterval', optional: true, fallback: 'day' })
  interval: Interval = 'day';

  @QueryTimeZone()
  timeZone = 'UTC';

  @OneOf(DIMENSIONS, {
    ...{ title: 'AnalyticsDimension', optional: true, example: 'source' },
    about: 'What the visits are broken down by.',
  })
  breakdown?: Dimension;

  @QueryInteger({
    min: 1,
    max: 100,
    fallback: 10,
    about: 'Of the breakdown, how many values are told apart.',
  })
  limit = 10;

  @QueryBool({ about: 'Whether the figures of the period before are told as well.' })
  compare = false;
}

@ApiSchema({ name: 'AnalyticsFigures' })
export class FiguresView {
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, example: 17 })
  visits!: number;

  @Decimal({ about: 'How long the visitors were active on the page, all visits together.', example: 840.5 })
  engagedSeconds!: number;

  @Decimal({
    ...{ nullable: true, min: 0, max: 1, example: 0.25 },
    about: 'The share of visits in which nothing was done. Null without visits.',
  })
  bounceRate!: number | null;

  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, about: 'Visits with a conversion.', example: 3 })
  conversions!: number;

  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER, about: 'Questions that were asked.', example: 5 })
  questions!: number;
}

@ApiSchema({ name: 'AnalyticsBucket' })
class BucketView extends FiguresView {
  @Time({ about: 'Where the hour, day or week begins; that of the first one is where the period begins.' })
  from!: string;
}

@ApiSchema({ name: 'AnalyticsPeriod' })
export class PeriodView {
  @Time()
  from!: string;

  @Time({ about: 'Is not part of the period.' })
  to!: string;

  @Nested(() => FiguresView)
  totals!: FiguresView;

  @ListOf(() => BucketView, { about: 'All hours, days or weeks of the period, also those without visits.' })
  series!: BucketView[];
}

const VALUE_KINDS = ['value', 'none', 'other'] as const;

@ApiSchema({ name: 'AnalyticsValue' })
export class ValueView extends FiguresView {
  @OneOf(VALUE_KINDS, {
    title: 'AnalyticsValueKind',
    about: '`none`: visits without a value. `other`: all values that are not told apart.',
    example: 'value',
  })
  kind!: (typeof VALUE_KINDS)[number];

  @Text({ nullable: true, about: 'Of an audience or a link, its id.', example: 'newsletter' })
  value!: string | null;

  @Text({ nullable: true, about: 'Of an audience, its name; of a link, its address.', example: null })
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
    about: 'The period before, which is as long. Null where `compare` was not asked for.',
  })
  previous!: PeriodView | null;

  @ListOf(() => ValueView, {
    nullable: true,
    about: 'The values with the most visits first. Null where no `breakdown` was asked for.',
  })
  breakdown!: ValueView[] | null;

  @Text({
    about: 'The same figures as a picture, for whoever has this URL. It expires after a day.',
    example: '/charts/token.svg?interval=day',
  })
  chartUrl!: string;
}
