import { Logger } from '@nestjs/common';
import type { SiteAnswer } from './site-answer.js';
import { HOUR_MS } from '../../shared/kernel/durations.js';
import { SharedCache } from './shared-cache.js';

/** How long an answer is served without a database check: every change is visible everywhere within a second. */
const FRESH_MS = 500;

/** How long an answer is served while the database is down. */
const WITHOUT_DATABASE_MS = HOUR_MS;

/** How long a visitor waits for a database that does not respond. */
const PATIENCE_MS = 1000;

const MAX_BYTES = 64 * 1024 * 1024;

/** The limit for answers without a page, so requests for random paths do not evict pages. */
const MAX_EMPTY_BYTES = 8 * 1024 * 1024;

const NO_TENANT = '';

/** The result of a database check. */
export interface Found {
  /** Identifies the state of everything that the answer depends on. */
  stamp: string;
  /** Undefined if the state has not changed. */
  answer?: SiteAnswer;
  /** The tenant of the page; undefined if the answer is a notice. */
  tenantId?: string;
}

/** A cached answer, and the state that it was made for. */
export interface Known {
  stamp: string;
  answer: SiteAnswer;
}

/** Receives the cached answer, if there is one. */
export type Look = (known: Known | undefined) => Promise<Found>;

interface Entry extends Known {
  tenantId: string;
  /** The last database check, or the last failure of one. */
  askedAt: number;
  /** The last successful database check. */
  confirmedAt: number;
}

/**
 * Caches answers as long as nothing has changed. Each is checked against the database before it is served again, but
 * at most every half second (decision 70).
 */
export class CachedAnswers {
  private readonly logger = new Logger('site');
  private readonly pages = new SharedCache<Entry>(MAX_BYTES);
  private readonly empty = new SharedCache<Entry>(MAX_EMPTY_BYTES);
  private readonly checks = new Map<string, Promise<SiteAnswer>>();

  /** Returns an answer that needs no database check. */
  fresh(key: string): SiteAnswer | undefined {
    const entry = this.find(key);
    return entry && isFresh(entry) ? entry.answer : undefined;
  }

  /** Concurrent requests for the same answer share one database check. */
  async get(key: string, look: Look): Promise<SiteAnswer> {
    const entry = this.find(key);
    if (entry && isFresh(entry)) return entry.answer;
    const check = this.checks.get(key) ?? this.begin(key, look);
    if (!entry || isTooOld(entry)) return check;
    // If the last check failed, do not wait for the next one.
    if (entry.askedAt > entry.confirmedAt) return entry.answer;
    return inTime(check, entry.answer);
  }

  private begin(key: string, look: Look): Promise<SiteAnswer> {
    const check = this.check(key, look).finally(() => this.checks.delete(key));
    // A rejection that nobody awaits must not end the process.
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
    const found = await look(entry).catch((error: unknown) => {
      if (!entry || isTooOld(entry)) throw error;
      this.logger.warn({ msg: 'a cached page is served, because the database check failed', error });
    });
    // Counts from now, so not every request waits for a database that does not respond.
    if (!found) return this.keep(key, { ...entry!, askedAt: performance.now() });
    const { stamp, answer = entry!.answer, tenantId = NO_TENANT } = found;
    return this.keep(key, { stamp, answer, tenantId, askedAt, confirmedAt: askedAt });
  }

  private keep(key: string, entry: Entry): SiteAnswer {
    const [cache, other] = entry.answer.isPage ? [this.pages, this.empty] : [this.empty, this.pages];
    other.delete(key);
    // All entries share the same notice objects.
    const bytes = entry.answer.isPage ? entry.answer.bytes : 200;
    cache.set(key, entry, { tenantId: entry.tenantId, bytes: bytes + key.length });
    return entry.answer;
  }
}

function isFresh({ askedAt }: Entry): boolean {
  return performance.now() - askedAt < FRESH_MS;
}

function isTooOld({ confirmedAt }: Entry): boolean {
  return performance.now() - confirmedAt > WITHOUT_DATABASE_MS;
}

/** Returns `other` if the check does not finish in time. */
async function inTime(check: Promise<SiteAnswer>, other: SiteAnswer): Promise<SiteAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SiteAnswer>((resolve) => {
    timer = setTimeout(() => resolve(other), PATIENCE_MS);
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}
