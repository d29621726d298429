import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Client } from 'pg';
import { outdated } from '../../kernel/errors.js';
import { SECOND_MS } from '../../kernel/durations.js';
import { connectionOptions } from '../driver/connection-options.js';
import { SessionClient } from '../driver/session-client.js';
import { UnusableDatabase } from '../driver/usable-database.js';
import { FLOOR_CHANNEL, floorIn, HOLD_SCHEMA, outdatedBy, RELEASE_SCHEMA } from '../driver/schema-floor.js';

const LOOKS_EVERY_MS = SECOND_MS;

/** A server that does not answer within this time is down. */
const QUERY_TIMEOUT_MS = 5000;

/**
 * Keeps this process away from a schema that it does not know. The process holds a shared lock on the schema. When a
 * newer release announces a contracting migration, the process takes no more work, finishes what it has begun, and
 * releases the lock. The migration waits for that (decision 88).
 */
@Injectable()
export class SchemaFence implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('schema');
  private readonly leaveTakers: (() => Promise<unknown>)[] = [];
  private isForGood = false;
  private client?: Client;
  private isHeld = false;
  private leaving?: Promise<void>;
  private nextLook?: NodeJS.Timeout;
  private isStopped = false;

  constructor(
    private readonly url: string,
    /** The number of the latest migration that this program knows. */
    readonly built: number,
  ) {}

  get isOutdated(): boolean {
    return this.leaving !== undefined;
  }

  assertCurrent(): void {
    if (this.isOutdated) throw outdated();
  }

  /**
   * Finishes what has begun when this process becomes outdated; the migration waits for it. Work that does not start
   * again makes the process outdated for good, even if the migration fails.
   */
  onOutdated(finish: () => Promise<unknown>, { isForGood = false } = {}): void {
    this.leaveTakers.push(finish);
    this.isForGood ||= isForGood;
  }

  /** Before any work begins. */
  async onModuleInit(): Promise<void> {
    await this.look();
    if (!this.isHeld) {
      await this.onApplicationShutdown();
      throw new UnusableDatabase('A newer release is migrating the database; start that release.');
    }
    this.lookAgain();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.nextLook);
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private lookAgain(): void {
    if (this.isStopped) return;
    this.nextLook = setTimeout(() => {
      void this.look()
        .catch(() => undefined) // the database is down; the next look connects again
        .finally(() => this.lookAgain());
    }, LOOKS_EVERY_MS);
  }

  private async look(): Promise<void> {
    const client = this.client ?? (await this.connect());
    const floor = await floorIn(client).catch((error: unknown) => {
      this.lose(client);
      throw error;
    });
    if (floor > this.built) this.leave(floor);
    else if (!this.isHeld && !(this.isOutdated && this.isForGood)) await this.hold(client);
  }

  private async connect(): Promise<Client> {
    const client = new SessionClient({
      application_name: 'foyer-schema',
      ...connectionOptions(this.url),
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', () => this.lose(client)).on('end', () => this.lose(client));
    client.on('notification', ({ payload }) => {
      if (Number(payload) > this.built) this.leave(Number(payload));
    });
    try {
      await client.connect();
      await client.query(`listen ${FLOOR_CHANNEL}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    return (this.client = client);
  }

  /** A migration that failed lets go of the lock, and this process can go on. */
  private async hold(client: Client): Promise<void> {
    const { rows } = await client.query<{ isHeld: boolean }>(HOLD_SCHEMA);
    this.isHeld = rows[0]!.isHeld;
    if (this.isHeld) this.leaving = undefined;
    // Only a contracting migration has the lock alone, and its announcement may have been lost with a connection.
    else this.leave(this.built + 1);
  }

  private lose(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.isHeld = false;
    void client.end().catch(() => undefined);
  }

  private leave(floor: number): void {
    if (this.leaving) return;
    this.logger.error({ msg: 'outdated', reason: outdatedBy(floor, this.built) });
    this.leaving = Promise.allSettled(this.leaveTakers.map((finish) => finish())).then(() => this.release());
  }

  private async release(): Promise<void> {
    const { client } = this;
    if (!client || !this.isHeld) return;
    await client.query(RELEASE_SCHEMA).catch(() => this.lose(client));
    this.isHeld = false;
  }
}
