import { ArrayType, p } from '@mikro-orm/core';
import { clock } from '../../kernel/clock.js';
import { newUuid } from '../../kernel/ids.js';
import { currentTenant } from '../transactions/work-context.js';

/** Up to 9007199254740991, like the numbers of the API, and read as a plain number. */
export const bigNumber = () => p.bigint('number');

/** Also read as a plain number. */
export const double = () => p.double().$type<number>();

/** In milliseconds, like the API: stored and returned values are equal. */
export const moment = () => p.datetime(3);

export const timestamps = {
  createdAt: moment().onCreate(() => clock.now()),
  // Equal to `createdAt`, which shows that a record was never changed.
  updatedAt: moment().onCreate((record: { createdAt?: Date }) => record.createdAt ?? clock.now()),
};

/** Columns of every record of a tenant. Its key begins with the tenant, as all keys do (docs/growing.md). */
export const recordColumns = {
  tenantId: p
    .uuid()
    .primary()
    .onCreate(() => currentTenant()),
  id: p
    .uuid()
    .primary()
    .onCreate(() => newUuid()),
  ...timestamps,
};

/** Columns that a record has as soon as its entity is created; its tenant is set when it is stored. */
export function newRecord(): { id: string; createdAt: Date; updatedAt: Date } {
  const now = clock.now();
  return { id: newUuid(), createdAt: now, updatedAt: now };
}

/** Quotes every text: the ORM's own arrays lose leading and trailing spaces, line breaks, and the word null. */
class TextListType extends ArrayType<string> {
  override convertToDatabaseValue(texts: string[]): string {
    return `{${texts.map((text) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`;
  }
}

export const textList = () => p.type(TextListType).$type<string[]>();

/**
 * Stored as received, whereas `jsonb` would reorder the names. A later answer then has the same bytes as the first one,
 * and so the same ETag.
 */
export const orderPreservingJson = <Value>() => p.json<Value>().columnType('json');
