import { p } from '@mikro-orm/core';
import { Injectable } from '@nestjs/common';
import { columns } from '../../../shared/database/records/column-map.js';
import { personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import type { Dimension } from '../figures/dimensions.js';

/** The number of all values of a day that are not kept separate. It has no text. */
export const OTHER_VALUES = 0;

/** A value keeps its number, because others may have had the same one, and loses its text. */
export const ERASED_VALUE = `'(erased ' || number || ')'`;

/** Questions and campaigns may mention anybody. */
export const valueTable = new PersonalTable(
  'analytics_value',
  columns({ value: personal(p.text(), { erasedTo: ERASED_VALUE }) }),
  { key: { dimension: 'text', number: 'int' }, whenMentioned: 'erase' },
);

const knownNumbers = new PreparedRead<{ dimension: string; value: string; number: number }>(
  'analytics_value.numbers',
  `select v.dimension, v.value, v.number
   from unnest($2::text[], $3::text[]) as wanted (dimension, value) join analytics_value v
     on v.tenant_id = $1 and v.dimension = wanted.dimension and v.value = wanted.value`,
);

const addValues = new PreparedWrite(
  'analytics_value.add',
  `insert into analytics_value (tenant_id, dimension, value, number)
   select $1, dimension, value, row_number() over (partition by dimension) + coalesce((
     select v.number from analytics_value v where v.tenant_id = $1 and v.dimension = added.dimension
     order by v.number desc limit 1), ${OTHER_VALUES})
   from unnest($2::text[], $3::text[]) as added (dimension, value)`,
);

const valuesOf = new PreparedRead<{ number: number; value: string }>(
  'analytics_value.values',
  'select number, value from analytics_value where tenant_id = $1 and dimension = $2 and number = any($3::int[])',
);

interface DimensionValue {
  dimension: string;
  value: string;
}

/** Assigns numbers to values, from 1 in each dimension. */
@Injectable()
export class ValueNumbers {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
  ) {}

  /** Returns numbers by `keyOf`. */
  async known(values: readonly DimensionValue[]): Promise<Map<string, number>> {
    const rows = await this.reads.all(knownNumbers, ...columnsOf(values));
    return new Map(rows.map((row) => [keyOf(row), row.number]));
  }

  /** Gives each new value a number. Only one caller of a tenant may call it at a time, in a unit of work. */
  async add(values: readonly DimensionValue[]): Promise<Map<string, number>> {
    if (values.length === 0) return new Map();
    await this.writes.run(addValues, ...columnsOf(values));
    return this.known(values);
  }

  async valuesOf(dimension: Dimension, numbers: readonly number[]): Promise<Map<number, string>> {
    const rows = numbers.length > 0 ? await this.reads.all(valuesOf, dimension, numbers) : [];
    return new Map(rows.map(({ number, value }) => [number, value]));
  }
}

export function keyOf({ dimension, value }: DimensionValue): string {
  return `${dimension} ${value}`;
}

function columnsOf(values: readonly DimensionValue[]): [string[], string[]] {
  return [values.map(({ dimension }) => dimension), values.map(({ value }) => value)];
}
