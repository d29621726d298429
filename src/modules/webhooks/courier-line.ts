import { Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { InjectDatabaseUrl } from '../../shared/database/database-url.js';

/** All deliveries to one subscription. */
export interface LaneId {
  tenantId: string;
  subscriptionId: string;
}

/** Longer than any question that is asked here takes: a server that says nothing for so long is away. */
const SILENCE_MS = 5000;

/** So that the server notices soon when the machine of a worker is gone. */
const OPEN = `
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3;
  listen foyer_webhooks`;

const DUE = `
  select s.tenant_id as "tenantId", s.id as "subscriptionId" from webhook_subscription s
  where s.active and exists (
    select from webhook_delivery d
    where d.subscription_id = s.id and d.status = 'waiting' and d.due_at <= clock_timestamp()
  )`;

const TAKE = 'select pg_try_advisory_lock(hashtextextended($1, 2)) as taken';
const LEAVE = 'select pg_advisory_unlock(hashtextextended($1, 2))';

/**
 * The courier's own connection to the database. It hears of new deliveries, and it holds the lanes that this process
 * serves: when the process dies, so does the connection, and another process can have them at once.
 */
@Injectable()
export class CourierLine {
  private client?: Client;

  constructor(@InjectDatabaseUrl() private readonly url: string) {}

  get isOpen(): boolean {
    return this.client !== undefined;
  }

  async open(hear: (lane: LaneId) => void, lose: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'foyer-courier',
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
      keepAlive: true,
      pipeline: true,
    });
    const hangUp = () => {
      if (this.client !== client) return;
      this.client = undefined;
      lose();
    };
    client.on('error', hangUp).on('end', hangUp);
    client.on('notification', ({ payload = '' }) => {
      const [tenantId = '', subscriptionId = ''] = payload.split(' ');
      hear({ tenantId, subscriptionId });
    });
    await client.connect();
    await client.query(OPEN);
    this.client = client;
  }

  /** Where something is due, whether or not anybody was told. */
  async due(): Promise<LaneId[]> {
    return this.ask<LaneId>(DUE);
  }

  /** At most one process has a lane at a time. */
  async take({ subscriptionId }: LaneId): Promise<boolean> {
    const [answer] = await this.ask<{ taken: boolean }>(TAKE, subscriptionId);
    return answer!.taken;
  }

  async leave({ subscriptionId }: LaneId): Promise<void> {
    if (this.isOpen) await this.ask(LEAVE, subscriptionId);
  }

  async close(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.end();
  }

  private async ask<Row extends object>(text: string, ...values: string[]): Promise<Row[]> {
    const { client } = this;
    if (!client) throw new Error('The courier has lost its connection.');
    try {
      return (await client.query<Row>(text, values)).rows;
    } catch (error) {
      // It may be that only the answer is late; what is held over it is not sure any more.
      await client.end();
      throw error;
    }
  }
}
