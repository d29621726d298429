import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { currentTenant } from '../database/scope.js';
import { clock } from '../kernel/clock.js';
import { conflict, DomainError } from '../kernel/errors.js';

export const KEPT_HOURS = 24;

export interface Answer {
  status: number;
  body: string;
}

interface KeptAnswer extends Answer {
  requestHash: Buffer;
}

/** The first answer to a request that carries a key, kept in the transaction of its effect. */
@Injectable()
export class IdempotentAnswers {
  constructor(private readonly em: EntityManager) {}

  /** Holds the key until the transaction ends; answers what was answered before under it, if anything. */
  async claim(key: string, requestHash: Buffer): Promise<Answer | undefined> {
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

  async keep(key: string, requestHash: Buffer, { status, body }: Answer): Promise<void> {
    const now = clock.now();
    await sql`
      insert into idempotent_answer (tenant_id, key, request_hash, status, body, created_at)
      values (${currentTenant()}, ${key}, ${requestHash}, ${status}, ${body}, ${now})
      on conflict (tenant_id, key) do update
        set request_hash = excluded.request_hash, status = excluded.status,
            body = excluded.body, created_at = excluded.created_at
    `.execute(this.em.getKysely());
  }

  private async hold(key: string): Promise<void> {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${currentTenant()} ${key}`}, 0)) as held
    `.execute(this.em.getKysely());
    if (rows[0]?.held) return;
    throw conflict(
      'idempotency_key_in_use',
      'A request with this Idempotency-Key is still running; try again shortly.',
    );
  }

  private async find(key: string): Promise<KeptAnswer | undefined> {
    const oldest = new Date(clock.now().getTime() - KEPT_HOURS * 3_600_000);
    const { rows } = await sql<KeptAnswer>`
      select status, body, request_hash as "requestHash"
      from idempotent_answer
      where tenant_id = ${currentTenant()} and key = ${key} and created_at > ${oldest}
    `.execute(this.em.getKysely());
    return rows[0];
  }
}
