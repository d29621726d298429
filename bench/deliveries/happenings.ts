import { Client } from 'pg';
import { LANE_CHANNEL, wireId } from '../setup/built.ts';

const KIND = 'topic.updated';

const HAPPEN = `
  insert into event (id, tenant_id, type, resource, payload, created_at)
  select new_uuid(), $1, '${KIND}', topic,
    json_build_object('type', '${KIND}', 'topicId', topic), clock_timestamp()
  from (select 'topic_' || left(md5(random()::text), 26) as topic from generate_series(1, $2::int)) made`;

/** Records events in one transaction, and notifies the workers like the service. */
export class Happenings {
  private readonly client: Client;
  private readonly tenantId: string;

  private constructor(client: Client, tenantId: string) {
    this.client = client;
    this.tenantId = tenantId;
  }

  static async open(url: string): Promise<Happenings> {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select id from tenant');
    return new Happenings(client, rows[0]!.id);
  }

  /** Returns the time before the commit: nobody can know of the events earlier. */
  async happen(count: number): Promise<number> {
    await this.client.query('begin');
    await this.client.query(HAPPEN, [this.tenantId, count]);
    const moment = performance.timeOrigin + performance.now();
    await this.client.query('commit');
    await this.client.query('select pg_notify($1, $2)', [LANE_CHANNEL, this.tenantId]);
    return moment;
  }

  /** The time of the event, by the clock of the service that recorded it. */
  async momentOf(resource: string): Promise<number> {
    const { rows } = await this.client.query<{ at: number }>(
      'select extract(epoch from created_at)::float8 * 1000 as at from event where resource = $1',
      [resource],
    );
    return rows[0]!.at;
  }

  /** The newest events in the format of deliveries. */
  async bodies(count: number): Promise<string[]> {
    const { rows } = await this.client.query<{ id: string; payload: object; at: string }>(
      `select id, payload, (extract(epoch from created_at) * 1000)::bigint as at from event order by seq desc limit $1`,
      [count],
    );
    const tenantId = wireId('tenant', this.tenantId);
    return rows.map(({ id, payload, at }) =>
      JSON.stringify({ eventId: wireId('event', id), tenantId, timestamp: `+${at}`, payload }),
    );
  }

  /** Waits until all deliveries are recorded. Those of a disabled subscription wait for ever. */
  async settled(): Promise<void> {
    const waiting = `
      select 1 from webhook_delivery d join webhook_subscription s on s.id = d.subscription_id and s.active
      where d.status = 'waiting' limit 1`;
    while ((await this.client.query(waiting)).rowCount) await new Promise((done) => setTimeout(done, 20));
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
