import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../database/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../database/prepared-writes.js';
import { currentTenant, currentTransaction } from '../database/work-context.js';
import { clock } from '../kernel/clock.js';
import { conflict, DomainError } from '../kernel/errors.js';
import { ANSWER_RETENTION_HOURS } from './idempotency.jobs.js';

export interface StoredResponse {
  status: number;
  body: string;
}

interface KeptAnswer extends StoredResponse {
  requestHash: Buffer;
}

const HOLD = `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held`;

const keptAnswer = new PreparedRead<KeptAnswer>(
  'idempotent_answer.kept',
  `select status, body, request_hash as "requestHash"
   from idempotent_answer where tenant_id = $1 and key = $2 and created_at > $3`,
);

const keepAnswer = new PreparedWrite(
  'idempotent_answer.keep',
  `insert into idempotent_answer (tenant_id, key, request_hash, status, body, created_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (tenant_id, key) do update
     set request_hash = excluded.request_hash, status = excluded.status,
         body = excluded.body, created_at = excluded.created_at`,
);

/** The first answer to a request that carries a key, kept in the transaction of its effect. */
@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
  ) {}

  /** Holds the key until the transaction ends; answers what was answered before under it, if anything. */
  async claim(key: string, requestHash: Buffer): Promise<StoredResponse | undefined> {
    await this.hold(key);
    const kept = await this.find(key);
    if (!kept) return undefined;
    if (kept.requestHash.equals(requestHash)) return { status: kept.status, body: kept.body };
    throw new DomainError(
      'unprocessable',
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request; use a new key for a new request.',
    );
  }

  async keep(key: string, requestHash: Buffer, { status, body }: StoredResponse): Promise<void> {
    await this.writes.run(keepAnswer, key, requestHash, status, body, clock.now());
  }

  private async hold(key: string): Promise<void> {
    const values = [`${currentTenant()} ${key}`];
    const { rows } = await currentTransaction().query<{ held: boolean }>({
      name: 'idempotent_answer.hold',
      text: HOLD,
      values,
    });
    if (rows[0]?.held) return;
    throw conflict(
      'idempotency_key_in_use',
      'A request with this Idempotency-Key is still running; try again shortly.',
    );
  }

  private find(key: string): Promise<KeptAnswer | undefined> {
    const oldest = new Date(clock.now().getTime() - ANSWER_RETENTION_HOURS * 3_600_000);
    return this.reads.one(keptAnswer, key, oldest);
  }
}
