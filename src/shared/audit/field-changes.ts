import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
import { wireTime } from '../kernel/wire-time.js';
import { marksOf, metadataOf, storedValueOf } from '../libraries/mikro-orm-internals.js';

/** A value as the audit log shows it. */
export type AuditedValue = string | number | boolean | readonly string[] | null;

/** What an audit entry keeps of a change: the names of the fields, and some of the values before and after it. */
export interface FieldChanges {
  fields: string[];
  values: [field: string, before: AuditedValue, after: AuditedValue][];
}

/** A longer value says little in a log, and makes it large. */
const MAX_VALUE_LENGTH = 100;

const EVERY_RECORD_HAS = new Set(['id', 'tenantId', 'createdAt', 'updatedAt']);

type Values = Readonly<Record<string, unknown>>;

/** The fields of a new record that have a value. */
export function fieldsOfNew(record: object): FieldChanges {
  const values = record as Values;
  const given = namedIn(metadataOf(record)).filter(({ name }) => isGiven(values[name]));
  return changesOf(given, {}, values);
}

/** The same for values that are no entity, none of them personal or secret. */
export function fieldsGiven(values: Values): FieldChanges {
  const given = Object.entries(values).filter(([, value]) => isGiven(value));
  return {
    fields: given.map(([name]) => name),
    values: given.flatMap(([name, value]) => shown(name, null, value)),
  };
}

/** The fields that differ between two states of a record, both in the form of its entity. */
export function fieldsBetween(before: object, after: object): FieldChanges {
  const [old, now] = [before as Values, after as Values];
  const changed = namedIn(metadataOf(after)).filter(
    ({ name }) => name in old && JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null),
  );
  return changesOf(changed, old, now);
}

/** The fields with these names. `stored` has the values that the ORM has loaded. */
export function fieldsNamed(names: ReadonlySet<string>, stored: Values, record: object): FieldChanges {
  const changed = namedIn(metadataOf(record)).filter(({ name }) => names.has(name));
  const before = Object.fromEntries(
    changed.map((prop) => [prop.name, storedValueOf(prop, stored[prop.name])]),
  );
  return changesOf(changed, before, record as Values);
}

function changesOf(props: readonly EntityProperty[], before: Values, after: Values): FieldChanges {
  const values = props.filter(showsValues).flatMap(({ name }) => shown(name, before[name], after[name]));
  return { fields: props.map(({ name }) => name), values };
}

function shown(name: string, before: unknown, after: unknown): FieldChanges['values'] {
  const [old, now] = [auditedValue(before), auditedValue(after)];
  return old === undefined || now === undefined ? [] : [[name, old, now]];
}

const named = new WeakMap<EntityMetadata, readonly EntityProperty[]>();

/** Binary columns have hashes and encrypted secrets. */
function namedIn(metadata: EntityMetadata): readonly EntityProperty[] {
  let props = named.get(metadata);
  if (!props) {
    props = metadata.props.filter(
      (prop) => !EVERY_RECORD_HAS.has(prop.name) && !marksOf(prop).derived && prop.runtimeType !== 'Buffer',
    );
    named.set(metadata, props);
  }
  return props;
}

/** Ids of other records are left out: they may name a person. A text must be stated not to be personal. */
function showsValues(prop: EntityProperty): boolean {
  if (['number', 'boolean', 'Date'].includes(prop.runtimeType)) return true;
  return ['string', 'string[]'].includes(prop.runtimeType) && marksOf(prop).personal === false;
}

/** Undefined if the value is too long. */
function auditedValue(value: unknown): AuditedValue | undefined {
  if (!isGiven(value)) return null;
  if (value instanceof Date) return wireTime(value);
  const length = typeof value === 'string' ? value.length : JSON.stringify(value).length;
  return length > MAX_VALUE_LENGTH ? undefined : (value as AuditedValue);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
