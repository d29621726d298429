import type { QueryConfig } from 'pg';

// Undocumented parts of MikroORM that we use. test/database/mikro-orm-internals.spec.ts checks each part.

/** A property of an entity, as MikroORM's `p` builds it. */
export interface BuiltProperty {
  '~type'?: { value: unknown };
  '~options': object;
}

export type ValueOf<Of extends BuiltProperty> = Of extends { '~type'?: { value: infer Value } }
  ? Value
  : never;

export type IsNullable<Of extends BuiltProperty> = Of['~options'] extends { nullable: true } ? true : false;

interface PropertyOptions {
  /** Undefined if the column has the name of the naming strategy. */
  fieldName?: string;
  /** A class of MikroORM's types, or an instance of one. */
  type?: unknown;
  nullable?: boolean;
  /** Undefined if the column has the usual type of `type`. */
  columnType?: string;
  /** Our own option (`personal.ts`). The entity's metadata has it, too. */
  personal?: unknown;
}

export const optionsOf = (property: BuiltProperty): PropertyOptions => property['~options'];

interface Answered {
  rows: unknown[];
  rowCount: number | null;
}

/**
 * For `setTransactionContext`: a transaction that the caller has opened and will close. The ORM only executes
 * statements with it.
 */
export function transactionContext(query: (statement: QueryConfig) => Promise<Answered>) {
  return {
    executeQuery: async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
      const { rows, rowCount } = await query({ text: sql, values: [...parameters] });
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
  };
}
