import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
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
  /** Our own option (`derived.ts`). */
  derived?: boolean;
}

export const optionsOf = (property: BuiltProperty): PropertyOptions => property['~options'];

/** Our own options of a property, as the entity's metadata has them. */
export const marksOf = (property: EntityProperty) =>
  property as Pick<PropertyOptions, 'personal' | 'derived'>;

/** The metadata of an entity, also of one outside of any unit of work. */
export const metadataOf = (entity: object): EntityMetadata => (entity as { __meta: EntityMetadata }).__meta;

/** A value in the form of the entity, from the snapshot that the ORM compares an entity with. */
export function storedValueOf({ customType, runtimeType }: EntityProperty, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (runtimeType === 'Date') return new Date(value as string | number | Date);
  if (runtimeType === 'number') return Number(value);
  return customType && typeof value === 'string'
    ? customType.convertToJSValue(value, customType.platform!)
    : value;
}

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
