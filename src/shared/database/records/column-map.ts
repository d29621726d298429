import {
  BigIntType,
  BooleanType,
  DateTimeType,
  DoubleType,
  IntegerType,
  JsonType,
  TextType,
  UuidType,
} from '@mikro-orm/core';
import { wireTime } from '../../kernel/wire-time.js';
import {
  optionsOf,
  type BuiltProperty,
  type IsNullable,
  type ValueOf,
} from '../../libraries/mikro-orm-internals.js';
import { millis } from '../driver/sql.js';

type Properties = Readonly<Record<string, BuiltProperty>>;

type NullableIn<Of extends Properties> = {
  [Name in keyof Of]: IsNullable<Of[Name]> extends true ? Name : never;
}[keyof Of];

/** A row has timestamps in milliseconds, an entity has dates. */
type Stored<Value> = Value extends Date ? Date | number : Value;

type Shown<Value> = Value extends Date ? string : Value;

/** Source of the values of a map's columns: both an entity and a row have this shape. */
export type RecordOf<Map> =
  Map extends ColumnMap<infer Of>
    ? { [Name in Exclude<keyof Of, NullableIn<Of>>]: Stored<ValueOf<Of[Name]>> } & {
        [Name in NullableIn<Of>]?: Stored<ValueOf<Of[Name]>> | null;
      }
    : never;

/** The values of a map's columns, all present: null if there is no value. */
export type ValuesOf<Map> =
  Map extends ColumnMap<infer Of>
    ? { -readonly [Name in keyof Of]: ValueOf<Of[Name]> | (Name extends NullableIn<Of> ? null : never) }
    : never;

/** A change of these columns: absent ones stay, and null clears. */
export type ChangeOf<Map> = Partial<ValuesOf<Map>>;

type ViewOf<Of extends Properties> = {
  [Name in keyof Of]: Shown<ValueOf<Of[Name]>> | (Name extends NullableIn<Of> ? null : never);
};

/**
 * Some columns of an entity, declared once: they define the entity, and reads, writes and views follow from them. A new
 * field of a record is one line in its map, plus its migration and its dto.
 */
class ColumnMap<const Of extends Properties> {
  readonly names: readonly string[];
  /** Names in the table, in the order of `names`. */
  readonly columns: readonly string[];
  private readonly types: readonly unknown[];
  /** All names, in their order. Copies of one object are cheap to make, and to write as JSON. */
  private readonly empty: Readonly<Record<string, unknown>>;

  constructor(readonly properties: Of) {
    this.names = Object.keys(properties);
    this.columns = Object.entries(properties).map(([name, property]) => columnName(name, property));
    this.types = Object.values(properties).map((property) => typeOf(property));
    this.empty = { ...Object.fromEntries(this.names.map((name) => [name, null])) };
  }

  /** Both maps combined, for columns that are read or written together. */
  and<const Others extends Properties>(other: ColumnMap<Others>): ColumnMap<Of & Others> {
    return new ColumnMap({ ...this.properties, ...other.properties });
  }

  /** All columns except these. */
  without<Name extends keyof Of & string>(...names: Name[]): ColumnMap<Omit<Of, Name>> {
    const kept = Object.entries(this.properties).filter(([name]) => !names.includes(name as Name));
    return new ColumnMap(Object.fromEntries(kept) as unknown as Omit<Of, Name>);
  }

  /** For `select`: each column under the name of its property, timestamps in milliseconds, numbers as numbers. */
  select(alias: string): string {
    return this.names
      .map((name, at) => `${this.read(`${alias}.${this.columns[at]}`, at)} as "${name}"`)
      .join(', ');
  }

  /**
   * For `select`: approximate bytes of these columns of a row as JSON, without reading wide values. The server knows
   * the stored length of a text, and that of other wide types only if they are not compressed.
   */
  bytes(alias: string): string {
    const wide = this.columns.flatMap((column, at) => {
      const name = `${alias}.${column}`;
      if (this.types[at] === TextType) return [`coalesce(octet_length(${name}), 0)`];
      return FIXED_SIZE.has(this.types[at]) ? [] : [jsonBytes(name)];
    });
    return [this.names.join('').length + this.names.length * FIXED_BYTES, ...wide].join(' + ');
  }

  /** For `update … set`, with parameters from this number on. */
  assignments(firstParameter: number): string {
    return this.columns.map((column, at) => `${column} = $${firstParameter + at}`).join(', ');
  }

  /** For the `values` of an insert, with parameters from this number on. */
  placeholders(firstParameter: number): string {
    return this.columns.map((_, at) => `$${firstParameter + at}`).join(', ');
  }

  /** The parameters of an insert or update, in the order of `columns`. */
  toParams(record: RecordOf<ColumnMap<Of>>): unknown[] {
    const values = record as Readonly<Record<string, unknown>>;
    return this.names.map((name, at) => {
      const value = values[name] ?? null;
      return value !== null && this.types[at] === JsonType ? JSON.stringify(value) : value;
    });
  }

  /** The parameter of a write of many rows (`PreparedWrite.insertAll`). */
  toRows(records: readonly RecordOf<ColumnMap<Of>>[]): string {
    return JSON.stringify(records.map((record) => this.toRow(record)));
  }

  /** Only these columns of a record. */
  valuesOf(record: RecordOf<ColumnMap<Of>>): ValuesOf<ColumnMap<Of>> {
    return this.convert(record, (value) => value) as ValuesOf<ColumnMap<Of>>;
  }

  /** Only those of these columns that the change contains. */
  given(change: ChangeOf<ColumnMap<Of>>): ChangeOf<ColumnMap<Of>> {
    const values = change as Readonly<Record<string, unknown>>;
    const names = this.names.filter((name) => values[name] !== undefined);
    return Object.fromEntries(names.map((name) => [name, values[name]])) as ChangeOf<ColumnMap<Of>>;
  }

  /** These columns as in an entity: a row has timestamps in milliseconds. */
  fromRow(row: RecordOf<ColumnMap<Of>>): ValuesOf<ColumnMap<Of>> {
    return this.convert(row, (moment) => new Date(moment)) as ValuesOf<ColumnMap<Of>>;
  }

  /** These columns as in the API: timestamps in their wire format. */
  toView(record: RecordOf<ColumnMap<Of>>): ViewOf<Of> {
    return this.convert(record, wireTime) as ViewOf<Of>;
  }

  private convert(
    record: RecordOf<ColumnMap<Of>>,
    moment: (value: Date | number) => unknown,
  ): Record<string, unknown> {
    const values = record as Readonly<Record<string, unknown>>;
    const converted = { ...this.empty };
    for (const [at, name] of this.names.entries()) {
      const value = values[name] ?? null;
      if (value === null) continue;
      converted[name] = this.types[at] === DateTimeType ? moment(value as Date | number) : value;
    }
    return converted;
  }

  private toRow(record: RecordOf<ColumnMap<Of>>): Record<string, unknown> {
    const values = record as Readonly<Record<string, unknown>>;
    const row: Record<string, unknown> = {};
    for (const [at, name] of this.names.entries()) {
      const value = values[name] ?? null;
      row[this.columns[at]!] = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
    }
    return row;
  }

  private read(column: string, at: number): string {
    if (this.types[at] === DateTimeType) return millis(column);
    return this.types[at] === BigIntType ? `${column}::float8` : column;
  }
}

/** A map of any columns. */
export type AnyColumnMap = Pick<ColumnMap<Properties>, 'properties' | 'names' | 'columns'>;

/** Types whose values take at most about `FIXED_BYTES`. */
const FIXED_SIZE = new Set<unknown>([
  BigIntType,
  BooleanType,
  DateTimeType,
  DoubleType,
  IntegerType,
  UuidType,
]);

/** For the quotes and comma of a name, plus a timestamp, an id or a number. */
const FIXED_BYTES = 32;

/** Approximate bytes of a JSON or array column. The server has to read the value only if it is compressed. */
export function jsonBytes(column: string): string {
  return `coalesce(case when pg_column_compression(${column}) is null then pg_column_size(${column})
    else octet_length(${column}::text) end, 0)`;
}

/** Columns that are declared together, by property name. */
export function columns<const Of extends Properties>(properties: Of): ColumnMap<Of> {
  return new ColumnMap(properties);
}

/** The column name that MikroORM uses. */
function columnName(name: string, property: BuiltProperty): string {
  const { fieldName } = optionsOf(property);
  return fieldName ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The class of a property's type; some properties are built with an instance of it. */
export function typeOf(property: BuiltProperty): unknown {
  const { type } = optionsOf(property);
  return typeof type === 'object' && type !== null ? type.constructor : type;
}
