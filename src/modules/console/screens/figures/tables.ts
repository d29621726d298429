import type { Analytics, AnalyticsValue, WithDates } from '@foyer/client';
import { csvLine } from '../../../../shared/answers/csv.js';
import { words } from '../../words/english.js';
import type { Dimension } from './figure-filters.js';
import { durationText, numberText, percentText } from '../kit/numbers.js';

export type Figures = WithDates<Analytics>;
type Value = WithDates<AnalyticsValue>;

/** What a person reads, and what a spreadsheet gets. */
interface Cell {
  text: string;
  raw: string;
  /** Leads to the figures of what is meant. */
  href?: string;
}

/** A table as it is shown behind a chart, and as it is downloaded. */
export interface Table {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

type Counts = Pick<Value, 'visits' | 'engagedSeconds' | 'bounceRate' | 'conversions' | 'questions'>;

/** Each hour, day or week, with the visits of the one before if there is a comparison. */
export function seriesTable({ series, previous, interval, timeZone }: Figures): Table {
  const { figures } = words;
  const label = timeLabels(interval === 'hour', timeZone);
  const before = previous?.series;
  return {
    columns: [
      ...[figures.starts[interval], figures.visits],
      ...(before ? [figures.visitsBefore] : []),
      ...FURTHER_COLUMNS,
    ],
    rows: series.map((bucket, at) => [
      { text: label.format(bucket.from), raw: bucket.from.toISOString() },
      counted(bucket.visits),
      ...(before ? [before[at] ? counted(before[at].visits) : nothing] : []),
      ...furtherCells(bucket),
    ]),
  };
}

/** Each value of the dimension, with its share of the visits. */
export function breakdownTable(
  { breakdown, totals }: Figures,
  dimension: Dimension,
  hrefOf?: (value: string) => string,
): Table {
  const { figures } = words;
  return {
    columns: [figures.dimensions[dimension], figures.visits, figures.share, ...FURTHER_COLUMNS],
    rows: (breakdown ?? []).map((value) => [
      plain(valueText(value), value.value === null ? undefined : hrefOf?.(value.value)),
      counted(value.visits),
      share(totals.visits > 0 ? value.visits / totals.visits : null),
      ...furtherCells(value),
    ]),
  };
}

interface CountedPage {
  name: string;
  href: string;
  totals: Counts;
}

/** Pages, the one with the most visits first. */
export function pageTable(pages: readonly CountedPage[]): Table {
  const { figures } = words;
  return {
    columns: [figures.dimensions.page, figures.visits, ...FURTHER_COLUMNS],
    rows: pages
      .toSorted((one, other) => other.totals.visits - one.totals.visits)
      .map(({ name, href, totals }) => [plain(name, href), counted(totals.visits), ...furtherCells(totals)]),
  };
}

export function csvOf({ columns, rows }: Table): string {
  return [columns, ...rows.map((row) => row.map(({ raw }) => raw))].map(csvLine).join('');
}

const FURTHER_COLUMNS = [
  words.figures.time,
  words.figures.bounces,
  words.figures.conversions,
  words.figures.questions,
] as const;

function furtherCells({ visits, engagedSeconds, bounceRate, conversions, questions }: Counts): Cell[] {
  const seconds = visits > 0 ? engagedSeconds / visits : null;
  return [
    seconds === null ? nothing : { text: durationText(seconds), raw: seconds.toFixed(1) },
    share(bounceRate),
    counted(conversions),
    counted(questions),
  ];
}

const nothing: Cell = { text: words.figures.unknown, raw: '' };

const plain = (text: string, href?: string): Cell => ({ text, raw: text, href });
const counted = (count: number): Cell => ({ text: numberText(count), raw: String(count) });
const share = (part: number | null): Cell =>
  part === null ? nothing : { text: percentText(part), raw: part.toFixed(4) };

function valueText({ kind, value, name }: Value): string {
  return kind === 'value' ? (name ?? value ?? '') : words.figures.kinds[kind];
}

function timeLabels(hasHours: boolean, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    ...(hasHours && { timeStyle: 'short' as const }),
    timeZone,
  });
}
