import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type QueryConfig } from 'pg';
import { poolOptions } from '../driver/connection.js';
import { ConnectionShares } from '../transactions/connection-shares.js';
import { InjectDirectUrl } from '../driver/database-url.js';
import { isStalePlan, isUnavailable } from '../driver/postgres-errors.js';
import { ServiceClient } from '../driver/service-client.js';
import { Statement } from '../driver/statement-batch.js';
import { currentContext } from '../transactions/work-context.js';

/** Maximum number of unanswered reads. One tenant may have at most half of them, which leaves room for the others. */
const MAX_UNANSWERED = 128;
const MAX_OF_A_TENANT = MAX_UNANSWERED / 2;

/** Maximum unanswered bytes, estimated from earlier answers: a large page, or a topic of a megabyte, takes its time. */
const MAX_UNANSWERED_BYTES = 1024 * 1024;
const MAX_BYTES_OF_A_TENANT = MAX_UNANSWERED_BYTES / 2;

/** Nothing is remembered about a tenant whose average answer is smaller. */
const SMALL_ANSWER_BYTES = 4096;

/** Maximum number of reads sent, and answered, in one piece: the first of them waits for the last. */
const MAX_BATCH = 32;

/** After this time without an answer, a read delays all reads sent after it. */
const STALLED_AFTER_MS = 200;

/** Delay before a lost or stalled pipeline is opened again. */
const REOPENED_AFTER_MS = 1000;

const CONNECT_TIMEOUT_MS = 1000;
const CLOSED_AFTER_MS = 1000;

/**
 * Reads by key of all requests share one connection. Each is sent without waiting for earlier answers, and reads of one
 * turn of the event loop are sent in one piece (decision 78). Reads that the pipeline can't take, or does not answer,
 * go through the pool.
 */
@Injectable()
export class ReadPipeline implements OnApplicationShutdown {
  private pipeline: Pipeline | undefined;
  private opening: Promise<void> | undefined;
  private mayOpenAt = 0;
  private isClosed = false;

  constructor(
    @InjectDirectUrl() private readonly url: string,
    private readonly connections: ConnectionShares,
    private readonly pool: Pool,
  ) {}

  async rows<Row extends object>(query: QueryConfig): Promise<Row[]> {
    const { kind = 'request', tenantId = '' } = currentContext() ?? {};
    const pipeline = kind === 'request' ? this.usable() : undefined;
    if (pipeline?.hasRoomFor(tenantId)) {
      try {
        return await pipeline.rows<Row>(query, tenantId);
      } catch {
        // A read can be repeated; the pool reports what was wrong with it.
      }
    }
    return (await this.connections.query<Row>(query)).rows;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await this.opening;
    await this.pipeline?.close();
  }

  /** If there is none, starts to open one; nobody waits for it. */
  private usable(): Pipeline | undefined {
    if (this.pipeline?.isUsable) return this.pipeline;
    if (!this.opening && !this.isClosed && performance.now() >= this.mayOpenAt) this.opening = this.open();
    return undefined;
  }

  private async open(): Promise<void> {
    this.mayOpenAt = performance.now() + REOPENED_AFTER_MS;
    this.pipeline = undefined;
    const { types } = this.pool.options;
    const options = poolOptions(this.url, { max: 1, waitMs: CONNECT_TIMEOUT_MS });
    const client = new ServiceClient({ ...options, types });
    // The driver's own limit ends with the login, and a server can freeze after that.
    const deadline = setTimeout(() => client.stream.destroy(), 2 * CONNECT_TIMEOUT_MS);
    try {
      await client.connect();
      // Behind a pooler nothing can be prepared, and statements sent together may reach several server sessions.
      if (client.isPooled) return await this.doWithout(client);
      this.pipeline = new Pipeline(client);
    } catch {
      // The pool reports to callers that the server is down.
    } finally {
      clearTimeout(deadline);
      this.opening = undefined;
    }
  }

  private async doWithout(client: ServiceClient): Promise<void> {
    this.mayOpenAt = Infinity;
    await client.end();
  }
}

/** Unanswered reads on the pipeline, in total or of one tenant. */
class Backlog {
  unanswered = 0;
  /** Moving average of the size of an answer. */
  private averageBytes = 0;

  get bytes(): number {
    return this.unanswered * this.averageBytes;
  }

  get isForgettable(): boolean {
    return this.unanswered === 0 && this.averageBytes < SMALL_ANSWER_BYTES;
  }

  answered(bytes: number): void {
    this.unanswered--;
    this.averageBytes += (bytes - this.averageBytes) / 16;
  }
}

class Pipeline {
  isUsable = true;
  private readonly backlog = new Backlog();
  private readonly ofTenants = new Map<string, Backlog>();
  private answeredAt = 0;
  private bytesRead = 0;
  private watch: NodeJS.Timeout | undefined;
  private unsent: Statement[] = [];

  constructor(private readonly client: ServiceClient) {
    client.on('end', () => (this.isUsable = false));
  }

  hasRoomFor(tenantId: string): boolean {
    const { backlog } = this;
    if (backlog.unanswered >= MAX_UNANSWERED || backlog.bytes > MAX_UNANSWERED_BYTES) return false;
    const own = this.ofTenants.get(tenantId);
    return !own || (own.unanswered < MAX_OF_A_TENANT && own.bytes <= MAX_BYTES_OF_A_TENANT);
  }

  async rows<Row extends object>(query: QueryConfig, tenantId: string): Promise<Row[]> {
    const own = this.backlogOf(tenantId);
    own.unanswered++;
    this.backlog.unanswered++;
    this.watch ??= this.watchFrom(performance.now());
    try {
      return await this.send<Row>(query);
    } catch (error) {
      if (isStalePlan(error) || isUnavailable(error)) this.isUsable = false;
      throw error;
    } finally {
      const bytes = this.bytesSinceLastAnswer();
      this.backlog.answered(bytes);
      own.answered(bytes);
      if (own.isForgettable) this.ofTenants.delete(tenantId);
      if (!this.isUsable && this.backlog.unanswered === 0) void this.close();
    }
  }

  /** A frozen server never reports that it has closed the connection. */
  async close(): Promise<void> {
    const deadline = setTimeout(() => this.client.stream.destroy(), CLOSED_AFTER_MS);
    await this.client.end().catch(() => undefined);
    clearTimeout(deadline);
  }

  /** Sent together with reads of other requests in this turn: the system calls cost more than the data. */
  private send<Row extends object>(query: QueryConfig): Promise<Row[]> {
    if (this.unsent.length === 0) setImmediate(() => this.sendAll());
    return new Promise((resolve, reject) => {
      this.unsent.push(new Statement(query, ({ rows }) => resolve(rows as Row[]), reject));
    });
  }

  private sendAll(): void {
    const statements = this.unsent;
    this.unsent = [];
    for (let at = 0; at < statements.length; at += MAX_BATCH)
      this.client.send(statements.slice(at, at + MAX_BATCH));
  }

  private backlogOf(tenantId: string): Backlog {
    let backlog = this.ofTenants.get(tenantId);
    if (!backlog) this.ofTenants.set(tenantId, (backlog = new Backlog()));
    return backlog;
  }

  /** Answers that arrive together are counted with the first of them. */
  private bytesSinceLastAnswer(): number {
    const bytes = this.client.stream.bytesRead - this.bytesRead;
    this.bytesRead += bytes;
    this.answeredAt = performance.now();
    return bytes;
  }

  private watchFrom(moment: number): NodeJS.Timeout {
    // Answers that arrived while this process was busy are read before the check.
    return setTimeout(() => setImmediate(() => this.look(moment)), STALLED_AFTER_MS).unref();
  }

  private look(moment: number): void {
    this.watch = undefined;
    if (this.backlog.unanswered === 0) return;
    if (this.answeredAt > moment) this.watch = this.watchFrom(this.answeredAt);
    else this.giveUp();
  }

  /** Ends the connection, so that callers get an error. */
  private giveUp(): void {
    this.isUsable = false;
    this.client.stream.destroy(new Error('The pipeline of reads has stalled.'));
  }
}
