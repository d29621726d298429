import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** Secrets of the service itself: made once, kept in the database, so that all processes share them. */
@Injectable()
export class ServiceSecrets {
  private readonly known = new Map<string, Promise<KeyObject>>();

  constructor(private readonly pool: Pool) {}

  get(name: string): Promise<KeyObject> {
    const known = this.known.get(name);
    if (known) return known;
    const loading = this.load(name);
    this.known.set(name, loading);
    loading.catch(() => this.known.delete(name));
    return loading;
  }

  private async load(name: string): Promise<KeyObject> {
    await this.pool.query('insert into service_secret (name, value) values ($1, $2) on conflict do nothing', [
      name,
      randomBytes(32),
    ]);
    const { rows } = await this.pool.query<{ value: Buffer }>(
      'select value from service_secret where name = $1',
      [name],
    );
    return createSecretKey(rows[0]!.value);
  }
}
