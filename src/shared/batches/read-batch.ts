import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { MAX_FAULTS } from '../fields/faults.js';
import { readDto } from '../fields/read-dto.js';
import { isObject } from '../fields/shape-check.js';
import { DomainError, invalid, type Fault } from '../kernel/errors.js';
import type { Batch } from './batch.dto.js';

/**
 * Reads the items one after the other, and lets other requests work between them. In `atomic`, the faults of all items
 * refuse the batch.
 */
export async function readBatch<Item extends object>(
  type: Type<Batch<Item>>,
  item: Type<Item>,
  sent: unknown,
): Promise<Batch<Item>> {
  const given: unknown[] = isObject(sent) && 'items' in sent && Array.isArray(sent.items) ? sent.items : [];
  const batch = readDto(type, withoutItems(sent), 'body');
  batch.items = [];
  const faults: Fault[] = [];
  for (const [index, value] of given.entries()) {
    await nextTurn();
    const read = itemFrom(item, value, index);
    batch.items.push(read);
    if (batch.mode === 'atomic' && read instanceof DomainError) faults.push(...read.faults);
    if (faults.length >= MAX_FAULTS) break;
  }
  if (faults.length > 0) throw invalid(faults.slice(0, MAX_FAULTS));
  return batch;
}

/** The same body with as many items, which nothing is known of. */
function withoutItems(sent: unknown): unknown {
  if (!isObject(sent) || !('items' in sent) || !Array.isArray(sent.items)) return sent;
  return { ...sent, items: sent.items.map(() => null) };
}

function itemFrom<Item extends object>(type: Type<Item>, sent: unknown, index: number): Item | DomainError {
  try {
    return readDto(type, sent, 'body', ['items', index]);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
