import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { currentContext } from '../database/work-context.js';
import { clock } from '../kernel/clock.js';
import { newUuid } from '../kernel/ids.js';

export const DEFAULT_TENANT = 'default';

const CREATE =
  'insert into tenant (id, name, created_at) values ($1, $2, $3) on conflict (name) do nothing returning id';

@Injectable()
export class TenantStore {
  constructor(private readonly pool: Pool) {}

  async idOf(name: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ id: string }>('select id from tenant where name = $1', [name]);
    return rows[0]?.id;
  }

  /** The new tenant's id, or undefined where the name is taken. Part of the unit of work, where there is one. */
  async create(name: string, id = newUuid()): Promise<string | undefined> {
    const transaction = currentContext()?.transaction;
    const query = { text: CREATE, values: [id, name, clock.now()] };
    const { rows } = await (transaction?.query<{ id: string }>(query) ??
      this.pool.query<{ id: string }>(query));
    return rows[0]?.id;
  }
}
