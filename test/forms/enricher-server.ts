import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  headers: IncomingHttpHeaders;
  body: string;
}

type Way = (res: ServerResponse) => void;

export const answering =
  (status: number, body: unknown = {}): Way =>
  (res) =>
    void res
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

/** An operator's service that is asked who sent a form, and does as it is told. */
export class EnricherServer {
  readonly asked: Asked[] = [];
  /** How the next ones are answered; the last of them goes on. */
  ways: Way[] = [answering(204)];
  private readonly server = createServer((req, res) => void this.answer(req, res));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/who`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    this.asked.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
    const way = this.ways.length > 1 ? this.ways.shift()! : this.ways[0]!;
    way(res);
  }
}
