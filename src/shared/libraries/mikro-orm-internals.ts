import type { QueryConfig } from 'pg';

// What we use of MikroORM besides its documented interface. test/database/mikro-orm-internals.spec.ts checks each part.

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
  /** Undefined where the column is called as the naming strategy says. */
  fieldName?: string;
  /** A class of MikroORM's types, or an instance of one. */
  type?: unknown;
}

export const optionsOf = (property: BuiltProperty): PropertyOptions => property['~options'];

interface Answered {
  rows: unknown[];
  rowCount: number | null;
}

/**
 * For `setTransactionContext`: a transaction that somebody else has opened and will close. All that the ORM asks of it is
 * to execute statements.
 */
export function transactionContext(query: (statement: QueryConfig) => Promise<Answered>) {
  return {
    executeQuery: async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
      const { rows, rowCount } = await query({ text: sql, values: [...parameters] });
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
  };
}
