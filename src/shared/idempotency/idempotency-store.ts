import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { currentTenant, currentTransaction } from '../database/transactions/work-context.js';
import { clock } from '../kernel/clock.js';
import { HOUR_MS } from '../kernel/durations.js';
import { conflict, DomainError } from '../kernel/errors.js';
import { substringPattern, folded } from '../kernel/texts/search-text.js';
import { AnswerSecrets } from './answer-secrets.js';
import { ANSWER_RETENTION_HOURS } from './idempotency.jobs.js';

export interface StoredResponse {
  status: number;
  body: string;
}

interface Searched {
  values: readonly string[];
  within: readonly string[];
}

interface SearchedStep {
  /** The last key; null if there are no more responses. */
  last: string | null;
  /** Of the erased ones. */
  count: number;
}

interface ResponseRow extends StoredResponse {
  fingerprint: Buffer;
  sealedSecret: Buffer | null;
}

/** What identifies a request: its `Idempotency-Key`, its content, and the API key that sent it. */
export interface RepeatableRequest {
  key: string;
  fingerprint: Buffer;
  keyId: string;
}

const LOCK = `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isLocked"`;

const responseByKey = new PreparedRead<ResponseRow>(
  'idempotent_answer.by_key',
  `select status, body, request_hash as fingerprint, sealed_secret as "sealedSecret"
   from idempotent_answer where tenant_id = $1 and key = $2 and created_at > $3`,
);

const saveResponse = new PreparedWrite(
  'idempotent_answer.save',
  `insert into idempotent_answer (tenant_id, key, request_hash, status, body, sealed_secret, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (tenant_id, key) do update
     set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body,
         sealed_secret = excluded.sealed_secret, created_at = excluded.created_at`,
);

/** Responses that are searched in one statement. All of a tenant may exceed the statement timeout. */
const SEARCHED_AT_ONCE = 500;

/**
 * The response contains one of the values as a JSON string, or it or its key contains a text. Each response is split
 * into its strings once, however many values there are.
 */
const eraseSome = new PreparedWrite(
  'idempotent_answer.erase',
  String.raw`with step as materialized (
     select key, body from idempotent_answer where tenant_id = $1 and key > $2 order by key limit ${SEARCHED_AT_ONCE}
   ), erased as (
     delete from idempotent_answer where tenant_id = $1 and key in (
       select key from step
       where lower(body) like any($4) or lower(key) like any($4)
         or exists (
           select from regexp_matches(lower(body), '"((?:[^"\\]|\\.)*)"', 'g') as text (match) where match[1] = any($3)
         )
     )
     returning key
   )
   select max(key) as last, (select count(*)::int from erased) as count from step`,
  // With its values, the server plans a hash table of them.
  { isPlannedAnew: true },
);

/** Stores the first response to a request with an `Idempotency-Key`, in the transaction of the request's effect. */
@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly secrets: AnswerSecrets,
  ) {}

  /** Locks the key until the end of the transaction. Returns the response to the first request, if there was one. */
  async claim({ key, fingerprint, keyId }: RepeatableRequest): Promise<StoredResponse | undefined> {
    await this.lock(key);
    const first = await this.find(key);
    if (!first) return undefined;
    const body = first.fingerprint.equals(fingerprint) ? await this.secrets.show(first, keyId) : undefined;
    if (body !== undefined) return { status: first.status, body };
    throw new DomainError(
      'unprocessable',
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request; use a new key for a new request.',
    );
  }

  async save(request: RepeatableRequest, { status, body: shown }: StoredResponse): Promise<void> {
    const { key, fingerprint, keyId } = request;
    const { body, sealedSecret } = await this.secrets.hide(shown, keyId);
    await this.writes.run(saveResponse, key, fingerprint, status, body, sealedSecret, clock.now());
  }

  /** Deletes responses that contain one of these values, or one of these texts within a value. */
  async erase({ values, within }: Searched): Promise<number> {
    const whole = values.map((value) => folded(inJson(value)));
    const parts = within.map((text) => substringPattern(inJson(text)));
    let erased = 0;
    for (let after: string | null = ''; after !== null;) {
      const steps: SearchedStep[] = await this.writes.returning(eraseSome, after, whole, parts);
      erased += steps[0]!.count;
      after = steps[0]!.last;
    }
    return erased;
  }

  private async lock(key: string): Promise<void> {
    const values = [`${currentTenant()} ${key}`];
    const { rows } = await currentTransaction().query<{ isLocked: boolean }>({
      name: 'idempotent_answer.lock',
      text: LOCK,
      values,
    });
    if (rows[0]?.isLocked) return;
    throw conflict(
      'idempotency_key_in_use',
      'A request with this Idempotency-Key is still running; try again shortly.',
    );
  }

  private find(key: string): Promise<ResponseRow | undefined> {
    const oldest = new Date(clock.now().getTime() - ANSWER_RETENTION_HOURS * HOUR_MS);
    return this.reads.one(responseByKey, key, oldest);
  }
}

/** The text as it stands between the quotes of JSON. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
