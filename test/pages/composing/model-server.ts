import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const WORDS = {
  hero: { title: 'Hello, Ada', text: 'Made for Acme.' },
  body: 'What Acme gains.',
  questions: [{ question: 'Is it free?', answer: 'It is.' }],
};

export interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: {
    model: string;
    messages: { role: string; content: string }[];
    response_format: { type: string; json_schema: { strict: boolean; schema: object } };
  };
}

type Way = (res: ServerResponse) => void;

/** As OpenAI's answers look. */
export const completion = (content: unknown, choice: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [
    { index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop', ...choice },
  ],
  usage: { total_tokens: 1 },
});

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Way =>
  (res) =>
    void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
export const status = (code: number, headers: Record<string, string> = {}) =>
  json({ error: { message: 'No.' } }, code, headers);
export const saying = (words: object) => json(completion(JSON.stringify(words)));

/** An answer that waits until it is told to come. */
export class Held {
  private arrived!: (res: ServerResponse) => void;
  /** Once somebody waits for it. */
  readonly asked = new Promise<ServerResponse>((resolve) => (this.arrived = resolve));
  readonly way: Way = (res) => this.arrived(res);

  async answer(way: Way): Promise<void> {
    way(await this.asked);
  }
}

/** A model that speaks OpenAI's protocol, and does as it is told. */
export class ModelServer {
  readonly asked: Asked[] = [];
  /** How the next ones are answered; all others are answered well. */
  readonly ways: Way[] = [];
  /** How all are answered for which there is no way. */
  usual: Way = saying(WORDS);
  /** It keeps idle connections: on a busy machine it would close one just when the next request is sent. */
  private readonly server: Server = createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
    void this.answer(req, res);
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  forget(): void {
    this.asked.length = this.ways.length = 0;
    this.usual = saying(WORDS);
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
    this.asked.push({ path: req.url!, headers: req.headers, body });
    (this.ways.shift() ?? this.usual)(res);
  }
}
