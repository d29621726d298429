import type { Client, ClientBase } from 'pg';
import type { ListSource } from '../../src/shared/database/lists/list-source.js';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

export interface PlannedQuery {
  text: string;
  values: unknown[];
  /** Values that many rows have, where there are such. */
  common: unknown[];
}

/** Past this many rows, looking at each of them is scanning the table. */
export const FEW = 1000;

/** `custom`: planned for these values. `usual`: what the server has settled on after it was asked for common ones. */
export type Planning = 'custom' | 'usual';

const UNTIL_SETTLED = 6;

/** How the statement is really carried out. */
export async function planOf(
  client: Client,
  { text, values, common }: PlannedQuery,
  planning: Planning,
): Promise<PlanNode[]> {
  return prepared(client, text, async (asked) => {
    await client.query(`set plan_cache_mode = ${planning === 'custom' ? 'force_custom_plan' : 'auto'}`);
    if (planning === 'usual') await settle(client, asked(common));
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${asked(values)}`,
    );
    return allNodes(rows[0]!['QUERY PLAN'][0].Plan);
  });
}

/** Whether the server has settled on one plan for the statement, and makes none each time that it is asked. */
export async function isPlanKept(client: Client, { text, common }: PlannedQuery): Promise<boolean> {
  return prepared(client, text, async (asked) => {
    await client.query('set plan_cache_mode = auto');
    await settle(client, asked(common));
    const { rows } = await client.query<{ isKept: boolean }>(
      `select generic_plans > 0 as "isKept" from pg_prepared_statements where name = 'asked'`,
    );
    return rows[0]!.isKept;
  });
}

async function prepared<Result>(
  client: Client,
  text: string,
  work: (asked: (values: unknown[]) => string) => Promise<Result>,
): Promise<Result> {
  await client.query(`prepare asked as ${text}`);
  try {
    return await work(
      (values) => `execute asked(${values.map((value) => client.escapeLiteral(String(value))).join(', ')})`,
    );
  } finally {
    await client.query('deallocate asked');
  }
}

async function settle(client: Client, asked: string): Promise<void> {
  for (let run = 0; run < UNTIL_SETTLED; run++) await client.query(asked);
}

/**
 * Tables that are read from one end to the other, and those of which most of what is read is thrown away.
 * Small ones are read as quickly in any way.
 */
export function scansIn(nodes: readonly PlanNode[], most = FEW): string[] {
  return nodes.flatMap((node) => {
    const [kind, table, loops] = [node['Node Type'], node['Relation Name'], node['Actual Loops'] ?? 1];
    const wasted = (node['Rows Removed by Filter'] ?? 0) * loops;
    const read = (node['Actual Rows'] ?? 0) * loops + wasted;
    if (!table || read <= most) return [];
    if (kind === 'Seq Scan') return [`Seq Scan of ${table}`];
    return wasted > most ? [`${kind} of ${table} that throws away ${wasted} rows`] : [];
  });
}

/** The tables that a list reads, in whatever place. */
export async function tablesOf(
  client: ClientBase,
  { columns, from, joined = '' }: ListSource,
  tenantId: string,
): Promise<Set<string>> {
  const nodes = await nodesOf(client, {
    text: `select ${columns}, $1::uuid from ${from} ${joined}`,
    values: [tenantId],
  });
  return new Set(nodes.flatMap((node) => node['Relation Name'] ?? []).map(wholeTable));
}

/** Whatever a statement would read or write. */
export async function nodesOf(
  client: ClientBase,
  { text, values = [] }: { text: string; values?: readonly unknown[] },
): Promise<PlanNode[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    text: `explain (format json) ${text}`,
    values: [...values],
  });
  return allNodes(rows[0]!['QUERY PLAN'][0].Plan);
}

/** The table that a relation is a partition of by tenant, if it is one. A week or a day is a table of its own here. */
export function tableOfPartition(relation: string): string {
  return relation.replace(/_p\d+$/, '');
}

/** The table that a relation is a part of, if it is one. */
export function wholeTable(relation: string): string {
  return tableOfPartition(relation).replace(/_(month|week|day)_\w+$/, '');
}

function allNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)];
}
