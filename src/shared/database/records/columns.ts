import { ArrayType, p } from '@mikro-orm/core';
import { clock } from '../../kernel/clock.js';
import { newUuid } from '../../kernel/ids.js';
import { currentTenant } from '../transactions/work-context.js';

/** Reaches 9007199254740991, as the contract's numbers do, and arrives as a plain number. */
export const bigNumber = () => p.bigint('number');

/** Arrives as a plain number, too. */
export const double = () => p.double().$type<number>();

/** Milliseconds, because that is what the wire shows: what is stored and what is answered are the same. */
export const moment = () => p.datetime(3);

export const timestamps = {
  createdAt: moment().onCreate(() => clock.now()),
  // The same moment: a record that was never changed shows it.
  updatedAt: moment().onCreate((record: { createdAt?: Date }) => record.createdAt ?? clock.now()),
};

/** What every record of a tenant has. Its key begins with the tenant, as all keys do (docs/growing.md). */
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

/** What a record has from the moment in which its entity makes it; whose it is, is known when it is stored. */
export function newRecord(): { id: string; createdAt: Date; updatedAt: Date } {
  const now = clock.now();
  return { id: newUuid(), createdAt: now, updatedAt: now };
}

/** Every text in quotes: the ORM's own arrays lose spaces at either end, line breaks, and the word null. */
class TextListType extends ArrayType<string> {
  override convertToDatabaseValue(texts: string[]): string {
    return `{${texts.map((text) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`;
  }
}

export const textList = () => p.type(TextListType).$type<string[]>();

/**
 * Kept as it came, where `jsonb` would put the names into an order of its own: then what is answered from it later
 * has the bytes of the first answer, and so its ETag.
 */
export const orderPreservingJson = <Value>() => p.json<Value>().columnType('json');
