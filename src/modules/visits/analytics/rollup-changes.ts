import { OTHER_VALUES, TOTAL } from './dimensions.js';
import { areZero, NO_FIGURES, sumOf, type Figures } from './figures.js';
import { QUARTERS_A_DAY } from './period-parts.js';
import type { SessionDelta } from './session-delta.js';

/** Whose figures of which day, by which dimension. */
export interface DayGroup {
  scope: string;
  dimension: string;
  day: number;
}

/** What changes in such a group: by value, and by quarter hour of the day. */
export interface DayChanges extends DayGroup {
  values: Map<string, Map<number, Figures>>;
}

/** Of a day and dimension, so many values are kept apart. */
export const MOST_VALUES = 1000;

/** Adds up deltas. What cancels out is left out. */
export function changesIn(deltas: readonly SessionDelta[]): DayChanges[] {
  const groups = new Map<string, DayChanges>();
  for (const delta of deltas) {
    const day = Math.floor(delta.quarter / QUARTERS_A_DAY);
    for (const scope of delta.scopes)
      for (const { dimension, value, figures } of countsOf(delta)) {
        const group = groupOf(groups, { scope, dimension, day });
        add(group.values, value, delta.quarter - day * QUARTERS_A_DAY, figures);
      }
  }
  return [...groups.values()].map(withoutZeros).filter(({ values }) => values.size > 0);
}

/** Values for which there is no room any more count as one. A day that is full stays so, and has a row for the rest. */
export function withinRoom(
  { values, ...group }: DayChanges,
  known: ReadonlySet<string>,
  knownCount: number,
): DayChanges {
  let room = known.has(OTHER_VALUES) ? 0 : MOST_VALUES - knownCount;
  const kept: DayChanges['values'] = new Map();
  for (const [value, quarters] of values) {
    const isKept = known.has(value) || room-- > 0;
    for (const [quarter, figures] of quarters) add(kept, isKept ? value : OTHER_VALUES, quarter, figures);
  }
  return { ...group, values: kept };
}

interface Count {
  dimension: string;
  value: string;
  figures: Figures;
}

function countsOf(delta: SessionDelta): Count[] {
  const { visits, engagedMs, bounces, conversions, questions } = delta;
  const figures = { visits, engagedMs, bounces, conversions, questions };
  return [
    { dimension: TOTAL, value: TOTAL, figures },
    ...Object.entries(delta.values).map(([dimension, value]) => ({ dimension, value, figures })),
    ...Object.entries(delta.asked).map(([value, times]) => ({
      dimension: 'question',
      value,
      figures: { ...figures, questions: times },
    })),
  ];
}

function groupOf(groups: Map<string, DayChanges>, group: DayGroup): DayChanges {
  const key = `${group.scope} ${group.dimension} ${group.day}`;
  const known = groups.get(key);
  if (known) return known;
  const changes = { ...group, values: new Map() };
  groups.set(key, changes);
  return changes;
}

function add(values: DayChanges['values'], value: string, quarter: number, figures: Figures): void {
  const quarters = values.get(value) ?? new Map<number, Figures>();
  values.set(value, quarters);
  quarters.set(quarter, sumOf([quarters.get(quarter) ?? NO_FIGURES, figures]));
}

function withoutZeros({ values, ...group }: DayChanges): DayChanges {
  const left = [...values].map(
    ([value, quarters]) => [value, new Map([...quarters].filter(([, sum]) => !areZero(sum)))] as const,
  );
  return { ...group, values: new Map(left.filter(([, quarters]) => quarters.size > 0)) };
}
