import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../support/until.js';

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    eventId: string;
    tenantId: string;
    timestamp: string;
    payload: { type: string } & Record<string, unknown>;
  };
}

type Reply = (received: Received, answer: ServerResponse) => void;

/** Somebody who takes deliveries: a real server that keeps what it got, and answers as it is told. */
export class Receiver {
  received!: Received[];
  /** How many it was answering at the same time, at most. */
  mostAtOnce!: number;
  private atOnce!: number;
  private reply!: Reply;
  private server!: Server;

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await receiver.open();
    return receiver;
  }

  /** Knows nothing of the time before it was closed. */
  async open(): Promise<void> {
    this.received = [];
    this.mostAtOnce = this.atOnce = 0;
    this.reply = (_, answer) => answer.writeHead(204).end();
    this.server = createServer((req, answer) => this.take(req, answer));
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  private take(req: IncomingMessage, answer: ServerResponse): void {
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    answer.on('close', () => this.atOnce--);
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const received = { headers: req.headers, text, body: JSON.parse(text) as Received['body'] };
      this.received.push(received);
      this.reply(received, answer);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** From now on; without a reply of its own it takes everything. */
  answers(reply: Reply | number, headers: Record<string, string> = {}): this {
    this.reply =
      typeof reply === 'number' ? (_, answer) => answer.writeHead(reply, headers).end('as told') : reply;
    return this;
  }

  /** Waits until so many have arrived. */
  has(count: number): Promise<Received[]> {
    return until(() => this.received.length >= count && this.received);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
