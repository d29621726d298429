import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConnectionShares } from '../database/transactions/connection-shares.js';

const NAMES = [
  'cursor',
  'file url',
  'link picture url',
  'preview url',
  'form url',
  'question url',
  'visit token',
  'chart url',
  'console sessions',
  'console forms',
  'console links',
  'console visitors',
  'webhook secrets',
  'idempotent answers',
] as const;

const SECRET_BYTES = 32;

const MAKE = `
  insert into service_secret (name, value) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing`;

const FIND = 'select name, value from service_secret where name = any($1)';

export type SecretName = (typeof NAMES)[number];

/**
 * Secrets of the service itself: created once, and stored in the database, so that all processes share them. A migration
 * creates one more, `person index`, because triggers use it.
 */
@Injectable()
export class ServiceSecrets implements OnModuleInit {
  private loading?: Promise<Map<string, KeyObject>>;

  constructor(private readonly connections: ConnectionShares) {}

  /**
   * Loaded before they are needed: inside a unit of work there may be no second connection to load them with. The start
   * does not depend on it: if the database is slow, the first caller that needs a secret loads them again.
   */
  async onModuleInit(): Promise<void> {
    await this.all().catch(() => undefined);
  }

  async get(name: SecretName): Promise<KeyObject> {
    return (await this.all()).get(name)!;
  }

  private all(): Promise<Map<string, KeyObject>> {
    if (this.loading) return this.loading;
    const loading = this.load();
    this.loading = loading;
    loading.catch(() => (this.loading = undefined));
    return loading;
  }

  /** Not in the caller's transaction: that may be rolled back, and a secret that was used must stay. */
  private async load(): Promise<Map<string, KeyObject>> {
    const made = NAMES.map(() => randomBytes(SECRET_BYTES));
    await this.connections.query({ text: MAKE, values: [NAMES, made] }, 'service');
    const find = { text: FIND, values: [NAMES] };
    const { rows } = await this.connections.query<{ name: string; value: Buffer }>(find, 'service');
    return new Map(rows.map(({ name, value }) => [name, createSecretKey(value)]));
  }
}
