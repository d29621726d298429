import { clock } from '../../kernel/clock.js';
import type { Filter } from './list-source.js';
import { currentTenant } from '../transactions/work-context.js';

/** Lists that may be long are counted up to this number. Above it, `totalCount` is null. */
export const COUNTED_UP_TO = 10_000;

/** For the docs of lists that are counted this way. */
export const ABOUT_TOTAL_COUNT = `\`totalCount\` is null if there are more than ${COUNTED_UP_TO.toLocaleString('en')} items.`;

/** A list this long rarely becomes short within this time. If it does, its total is returned later. */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Lists of the current tenant that recently had more rows than are counted. Counting them again for each first page
 * would take as long as the page itself.
 */
export class LongLists {
  private readonly rememberedUntil = new Map<string, number>();

  has(list: string, filter: Filter): boolean {
    return (this.rememberedUntil.get(keyOf(list, filter)) ?? 0) > clock.now().getTime();
  }

  add(list: string, filter: Filter): void {
    const key = keyOf(list, filter);
    if (this.has(list, filter)) return;
    // Inserted anew, so that the first key of the map is always the oldest.
    this.rememberedUntil.delete(key);
    this.rememberedUntil.set(key, clock.now().getTime() + REMEMBERED_MS);
    if (this.rememberedUntil.size <= MAX_REMEMBERED) return;
    const [oldest] = this.rememberedUntil.keys();
    this.rememberedUntil.delete(oldest!);
  }
}

const keyOf = (list: string, filter: Filter): string => JSON.stringify([currentTenant(), list, filter]);
