import { setImmediate as nextTurn } from 'node:timers/promises';
import { Existing } from '../answers/existing.js';
import { MAX_FAULTS } from '../fields/faults.js';
import { DomainError, type Fault } from '../kernel/errors.js';
import type { Batch } from './batch.dto.js';

/** What an item has led to: a new record, one that existed, or its refusal. */
export type Outcome<View extends object> = View | Existing<View> | DomainError;

/** The outcomes of all items, in their order. */
export class BatchResults<View extends object> {
  constructor(readonly outcomes: readonly Outcome<View>[]) {}
}

/** The items that could be read, for the reads before the act. */
export function readableItems<Item extends object>({ items }: Batch<Item>): Item[] {
  return items.filter((item): item is Item => !(item instanceof DomainError));
}

/**
 * Acts on the items one after the other, as if each were a request of its own, and lets other requests work between
 * them. The act must not wait for the database: it decides from what was read before, and what it decides is written
 * afterwards, for all items together. In `atomic`, one refusal refuses the batch.
 */
export async function actOnItems<Item extends object, View extends object>(
  { items, mode }: Batch<Item>,
  act: (item: Item, index: number) => View | Existing<View>,
): Promise<BatchResults<View>> {
  const outcomes: Outcome<View>[] = [];
  for (const [index, item] of items.entries()) {
    await nextTurn();
    outcomes.push(item instanceof DomainError ? item : outcomeOf(() => act(item, index), index));
  }
  if (mode === 'atomic') assertNoneRefused(outcomes);
  return new BatchResults(outcomes);
}

function outcomeOf<View extends object>(act: () => View | Existing<View>, index: number): Outcome<View> {
  try {
    return act();
  } catch (error) {
    if (error instanceof DomainError) return ofItem(error, index);
    throw error;
  }
}

/** The refusal, with its places in the body of the batch. */
function ofItem({ kind, code, detail, faults }: DomainError, index: number): DomainError {
  const whole = `/items/${index}`;
  const placed = faults.map((fault) => ({ ...fault, pointer: `${whole}${fault.pointer ?? ''}` }));
  const none: Fault = { pointer: whole, code, message: detail };
  return new DomainError(kind, code, detail, placed.length > 0 ? placed : [none]);
}

/** The first refusal gives the kind and the code; the faults are those of all. */
function assertNoneRefused(outcomes: readonly Outcome<object>[]): void {
  const refusals = outcomes.filter((outcome) => outcome instanceof DomainError);
  const [first] = refusals;
  if (!first) return;
  const { kind, code, detail } = first;
  const faults = refusals.flatMap((refusal) => refusal.faults).slice(0, MAX_FAULTS);
  const told =
    refusals.length === 1
      ? detail
      : `${refusals.length} of ${outcomes.length} items are refused, and nothing was written. The first: ${detail}`;
  throw new DomainError(kind, code, told, faults);
}
