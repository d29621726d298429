import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { SiteAnswer } from './site-answer.js';

/** So long an answer is given without a look at the database: what changes is seen within a second everywhere. */
const FRESH_MS = 500;

/** So long an answer is given while the database can't be asked. */
const WITHOUT_DATABASE_MS = 3_600_000;

/** So long a visitor waits for a database that does not answer. */
const PATIENCE_MS = 1000;

const MAX_BYTES = 64 * 1024 * 1024;

/** Those of nothing, so that whoever asks for random paths does not push out pages. */
const MAX_EMPTY_BYTES = 8 * 1024 * 1024;

/** What a look at the database has found. */
export interface Found {
  /** Names the state of everything that the answer is made from. */
  stamp: string;
  /** Undefined where that is still as it was. */
  answer?: SiteAnswer;
}

/** Is told the stamp of the answer that is there, if any. */
export type Look = (known: string | undefined) => Promise<Found>;

interface Entry {
  stamp: string;
  answer: SiteAnswer;
  /** When the database was last asked, or could not be. */
  askedAt: number;
  /** When it was last seen to be so. */
  confirmedAt: number;
}

/**
 * Answers that were given, as long as nothing has changed. Each is checked against the database before it is given
 * again, but not more often than every half a second (decision 70).
 */
export class CachedAnswers {
  private readonly logger = new Logger('site');
  private readonly pages = cacheOf(MAX_BYTES);
  private readonly empty = cacheOf(MAX_EMPTY_BYTES);
  private readonly checks = new Map<string, Promise<SiteAnswer>>();

  /** What needs no look at the database. */
  fresh(key: string): SiteAnswer | undefined {
    const entry = this.find(key);
    return entry && isFresh(entry) ? entry.answer : undefined;
  }

  /** Those who ask for the same at the same moment have one look together. */
  async get(key: string, look: Look): Promise<SiteAnswer> {
    const entry = this.find(key);
    if (entry && isFresh(entry)) return entry.answer;
    const check = this.checks.get(key) ?? this.begin(key, look);
    if (!entry || isTooOld(entry)) return check;
    // Where the last look failed, nobody waits for the next one.
    if (entry.askedAt > entry.confirmedAt) return entry.answer;
    return inTime(check, entry.answer);
  }

  private begin(key: string, look: Look): Promise<SiteAnswer> {
    const check = this.check(key, look).finally(() => this.checks.delete(key));
    // Whoever is not waited for must not end the process.
    check.catch(() => undefined);
    this.checks.set(key, check);
    return check;
  }

  private find(key: string): Entry | undefined {
    return this.pages.get(key) ?? this.empty.get(key);
  }

  private async check(key: string, look: Look): Promise<SiteAnswer> {
    const entry = this.find(key);
    const askedAt = performance.now();
    const found = await look(entry?.stamp).catch((error: unknown) => {
      if (!entry || isTooOld(entry)) throw error;
      this.logger.warn({ msg: 'a page is shown as it was last seen', error });
    });
    // From now on, so that a database that does not answer is not waited for each time.
    if (!found) return this.keep(key, { ...entry!, askedAt: performance.now() });
    const { stamp, answer = entry!.answer } = found;
    return this.keep(key, { stamp, answer, askedAt, confirmedAt: askedAt });
  }

  private keep(key: string, entry: Entry): SiteAnswer {
    const [cache, other] = entry.answer.isPage ? [this.pages, this.empty] : [this.empty, this.pages];
    other.delete(key);
    // Notices are the same object for all.
    const bytes = entry.answer.isPage ? entry.answer.bytes : 200;
    cache.set(key, entry, { size: bytes + key.length });
    return entry.answer;
  }
}

function isFresh({ askedAt }: Entry): boolean {
  return performance.now() - askedAt < FRESH_MS;
}

function isTooOld({ confirmedAt }: Entry): boolean {
  return performance.now() - confirmedAt > WITHOUT_DATABASE_MS;
}

/** The other one, where the first does not come in time. */
async function inTime(check: Promise<SiteAnswer>, other: SiteAnswer): Promise<SiteAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SiteAnswer>((resolve) => {
    timer = setTimeout(() => resolve(other), PATIENCE_MS);
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}

function cacheOf(maxSize: number): LRUCache<string, Entry> {
  return new LRUCache({ maxSize });
}
