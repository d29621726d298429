import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { clock } from '../kernel/clock.js';
import { newUuid } from '../kernel/ids.js';

export const DEFAULT_TENANT = 'default';

@Injectable()
export class TenantStore {
  constructor(private readonly pool: Pool) {}

  async idOf(name: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ id: string }>('select id from tenant where name = $1', [name]);
    return rows[0]?.id;
  }

  /** The new tenant's id, or undefined where the name is taken. */
  async create(name: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ id: string }>(
      'insert into tenant (id, name, created_at) values ($1, $2, $3) on conflict (name) do nothing returning id',
      [newUuid(), name, clock.now()],
    );
    return rows[0]?.id;
  }
}
