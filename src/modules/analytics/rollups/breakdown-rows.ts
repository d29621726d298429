import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import type { Figures } from '../figures/figures.js';
import { addPacked, packed } from './packed-figures.js';
import type { BreakdownPart } from './period-parts.js';

export interface BreakdownRow extends BreakdownPart {
  scope: string;
  dimension: string;
  /** By the number of the value. */
  figures: Map<number, Figures>;
}

const WANTED = `unnest($2::uuid[], $3::text[], $4::int[], $5::int[])`;

const knownRows = new PreparedRead<Omit<BreakdownRow, 'figures'> & { figures: Buffer }>(
  'analytics_breakdown.known',
  `select b.scope, b.dimension, b.quarters, b.quarter, b.figures
   from ${WANTED} as wanted (scope, dimension, quarters, quarter) cross join lateral (
     select * from analytics_breakdown b
     where b.tenant_id = $1 and b.scope = wanted.scope and b.dimension = wanted.dimension
       and b.quarters = wanted.quarters and b.quarter = wanted.quarter offset 0
   ) as b`,
);

const putRows = new PreparedWrite(
  'analytics_breakdown.put',
  `insert into analytics_breakdown (tenant_id, scope, dimension, quarters, quarter, figures)
   select $1, * from unnest($2::uuid[], $3::text[], $4::int[], $5::int[], $6::bytea[])
   on conflict (tenant_id, scope, dimension, quarters, quarter) do update set figures = excluded.figures`,
);

/** The stored rows of breakdowns. Only one caller of a tenant may change them at a time, in a unit of work. */
@Injectable()
export class BreakdownRows {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
  ) {}

  /** Adds the stored figures to the rows, and returns these by `rowKey`. */
  async load(rows: readonly BreakdownRow[]): Promise<Map<string, BreakdownRow>> {
    const byKey = new Map(rows.map((row) => [rowKey(row, row), row]));
    const known = await this.reads.all(knownRows, ...columnsOf(rows));
    for (const { figures, ...row } of known) addPacked(byKey.get(rowKey(row, row))!.figures, figures);
    return byKey;
  }

  async put(rows: readonly BreakdownRow[]): Promise<void> {
    const figures = rows.map((row) => packed(row.figures));
    await this.writes.run(putRows, ...columnsOf(rows), figures);
  }
}

export function rowKey(
  { scope, dimension }: Pick<BreakdownRow, 'scope' | 'dimension'>,
  { quarters, quarter }: BreakdownPart,
): string {
  return `${scope} ${dimension} ${quarters} ${quarter}`;
}

function columnsOf(rows: readonly BreakdownRow[]): [string[], string[], number[], number[]] {
  return [
    rows.map(({ scope }) => scope),
    rows.map(({ dimension }) => dimension),
    rows.map(({ quarters }) => quarters),
    rows.map(({ quarter }) => quarter),
  ];
}
