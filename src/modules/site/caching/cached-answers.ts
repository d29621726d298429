import { Logger } from '@nestjs/common';
import { clock } from '../../../shared/kernel/clock.js';
import { HOUR_MS } from '../../../shared/kernel/durations.js';
import { DomainError, isBusy } from '../../../shared/kernel/errors.js';
import { FairCache } from './fair-cache.js';

/** How long an answer is served without a database check: every change is visible everywhere within a second. */
const FRESH_MS = 500;

/** How long an answer is served while the database is down. */
const WITHOUT_DATABASE_MS = HOUR_MS;

/** How long a visitor waits for a database that does not respond. */
const PATIENCE_MS = 1000;

/** The limit for notices, so requests for random paths do not evict pages. */
const MAX_EMPTY_BYTES = 8 * 1024 * 1024;

/** The estimated size of an entry without its answer. */
const ENTRY_BYTES = 200;

const NO_TENANT = '';

/** The variant of an answer that is the only one. */
const ONLY = '';

interface Cacheable {
  /** The estimated size in memory; 0 for a notice, which many entries share. */
  readonly bytes: number;
  /** Which of several answers under one key it is; undefined if it is the only one. */
  readonly variant?: string;
}

/** The result of a database check. */
export interface LoadedAnswer<Answer> {
  /** Identifies the state of everything that the answer depends on. */
  stamp: string;
  /** Undefined if the state has not changed. */
  answer?: Answer;
  /** The tenant of the answer; undefined if it is a notice. */
  tenantId?: string;
  /** When the answer ends, in milliseconds since 1970: even without a database it is not shown any longer. */
  until?: number;
}

/** A cached answer, and the state that it was made for. */
export interface CachedAnswer<Answer> {
  stamp: string;
  answer: Answer;
}

/** What is requested: some keys have an answer for each of a few variants. */
export interface AnswerKey {
  key: string;
  variant?: string;
}

/** Receives the cached answer, if there is one. */
export type AnswerLoader<Answer> = (known: CachedAnswer<Answer> | undefined) => Promise<LoadedAnswer<Answer>>;

/** All variants of an answer were made for the same state, and are checked together. */
interface Entry<Answer> {
  stamp: string;
  tenantId: string;
  answers: ReadonlyMap<string, Answer>;
  until: number;
  /** The last database check, or the last failure of one. */
  askedAt: number;
  /** The last successful database check. */
  confirmedAt: number;
}

/**
 * Caches answers as long as nothing has changed. Each is checked against the database before it is served again, but
 * at most every half second (decision 70).
 */
export class CachedAnswers<Answer extends Cacheable> {
  private readonly logger = new Logger('site');
  private readonly full: FairCache<Entry<Answer>>;
  private readonly empty = new FairCache<Entry<Answer>>(MAX_EMPTY_BYTES);
  private readonly checks = new Map<string, Promise<Answer>>();

  constructor(maxBytes: number) {
    this.full = new FairCache(maxBytes);
  }

  /** Returns an answer that needs no database check. */
  fresh({ key, variant }: AnswerKey): Answer | undefined {
    const entry = this.find(key);
    return entry && isFresh(entry) ? answerIn(entry, variant) : undefined;
  }

  /** Concurrent requests for the same answer share one database check. */
  async get(wanted: AnswerKey, load: AnswerLoader<Answer>): Promise<Answer> {
    const entry = this.find(wanted.key);
    const shown = entry && shownIn(entry, wanted.variant);
    if (entry && shown && isFresh(entry)) return shown;
    const check = this.checked(wanted, load);
    // A rejection that nobody awaits must not end the process.
    check.catch(() => undefined);
    if (!entry || !shown || isTooOld(entry)) return check;
    // If the last check failed, do not wait for the next one.
    if (hasFailed(entry)) return shown;
    return inTime(check, shown);
  }

  /** A key has one check at a time, which confirms all its variants. Only a variant that is not there needs another. */
  private async checked(wanted: AnswerKey, load: AnswerLoader<Answer>): Promise<Answer> {
    const running = this.checks.get(wanted.key);
    if (!running) return this.begin(wanted, load);
    const answer = await running;
    const isWanted = answer.variant === undefined || answer.variant === wanted.variant;
    return isWanted ? answer : this.get(wanted, load);
  }

  private begin(wanted: AnswerKey, load: AnswerLoader<Answer>): Promise<Answer> {
    const check = this.check(wanted, load).finally(() => this.checks.delete(wanted.key));
    this.checks.set(wanted.key, check);
    return check;
  }

  private find(key: string): Entry<Answer> | undefined {
    return this.full.get(key) ?? this.empty.get(key);
  }

  private async check({ key, variant }: AnswerKey, load: AnswerLoader<Answer>): Promise<Answer> {
    const entry = this.find(key);
    const known = entry && answerIn(entry, variant);
    const askedAt = performance.now();
    const found = await load(known && { stamp: entry.stamp, answer: known }).catch((error: unknown) => {
      if (!entry || isTooOld(entry) || isRefusal(error)) throw error;
      this.logger.warn({ msg: 'a cached answer is served, because the database check failed', error });
    });
    if (!found) {
      // Counts from now, so not every request waits for a database that does not respond.
      this.keep(key, { ...entry!, askedAt: performance.now() });
      return known ?? anyIn(entry!);
    }
    const { stamp, answer = known!, tenantId = NO_TENANT, until = Infinity } = found;
    const latest = this.find(key);
    const others = latest?.stamp === stamp ? latest.answers : [];
    const answers = new Map([...others, [answer.variant ?? ONLY, answer]]);
    this.keep(key, { stamp, answers, tenantId, until, askedAt, confirmedAt: askedAt });
    return answer;
  }

  private keep(key: string, entry: Entry<Answer>): void {
    const { answers, tenantId } = entry;
    const bytes = [...answers.values()].reduce((sum, answer) => sum + answer.bytes, 0);
    const [cache, other] = bytes > 0 ? [this.full, this.empty] : [this.empty, this.full];
    other.delete(key);
    cache.set(key, entry, { tenantId, bytes: bytes + key.length + ENTRY_BYTES });
  }
}

function answerIn<Answer>({ answers }: Entry<Answer>, variant = ONLY): Answer | undefined {
  return answers.get(ONLY) ?? answers.get(variant);
}

/** The answer that can be shown without a database check. */
function shownIn<Answer>(entry: Entry<Answer>, variant: string | undefined): Answer | undefined {
  return answerIn(entry, variant) ?? (hasFailed(entry) ? anyIn(entry) : undefined);
}

/** While the database is down, a page in another language is better than none. */
function anyIn<Answer>({ answers }: Entry<Answer>): Answer {
  const [any] = answers.values();
  return any!;
}

function isFresh({ askedAt, until }: Entry<unknown>): boolean {
  return performance.now() - askedAt < FRESH_MS && !isOver(until);
}

/** Most answers have no end, so the time is rarely asked for. */
function isOver(until: number): boolean {
  return until !== Infinity && clock.now().getTime() >= until;
}

/** Whether the last database check failed. */
function hasFailed({ askedAt, confirmedAt }: Entry<unknown>): boolean {
  return askedAt > confirmedAt;
}

/** The database was asked, and the answer is that there is nothing to show. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && !isBusy(error);
}

/** It is not shown without a successful check. */
function isTooOld({ confirmedAt, until }: Entry<unknown>): boolean {
  return performance.now() - confirmedAt > WITHOUT_DATABASE_MS || isOver(until);
}

/** Returns `other` if the check does not finish in time. */
async function inTime<Answer>(check: Promise<Answer>, other: Answer): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(other), PATIENCE_MS);
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}
