import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedCall {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Reply = (answer: ServerResponse, call: ReceivedCall) => void;

/** Answers each call with the next reply; the last reply stays. */
export class ScriptedServer {
  readonly calls: ReceivedCall[] = [];
  private replies: Reply[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, answer) => {
      void text(request).then((body) => {
        const { method = '', url = '', headers } = request;
        const call = { method, url, headers, body };
        this.calls.push(call);
        const [next] = this.replies.length > 1 ? this.replies.splice(0, 1) : this.replies;
        next!(answer, call);
      });
    });
  }

  static async start(): Promise<ScriptedServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Forgets the calls before. */
  answers(...replies: Reply[]): void {
    this.calls.length = 0;
    this.replies = replies;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

export const PERSON = {
  ...{ personId: 'person_01je7nqt00e008000000000009', name: 'Jane Doe', slug: 'jane-doe' },
  ...{ email: null, domain: null, phoneNumber: '+14155550123', linkedinProfileUrl: null },
  ...{ createdAt: '+1763164800000', updatedAt: '+1763164800001' },
};

export function json(body: object, headers: Record<string, string> = {}, status = 200): Reply {
  return (answer) =>
    answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): Reply {
  const body = { type: `urn:foyer:problem:${code}`, title: code, status, detail: `It is ${code}.`, code };
  return json(
    { ...body, requestId: 'req_1', errors: [] },
    { ...headers, 'content-type': 'application/problem+json' },
    status,
  );
}

export const ok = json(PERSON);

/** The connection ends without an answer. */
export const cut: Reply = (answer) => answer.destroy();

/** The connection ends within the answer. */
export const cutInside: Reply = (answer) => {
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  answer.write('{"personId":', () => answer.destroy());
};

export const silent: Reply = () => undefined;

/** The headers arrive, and the body does not. */
export const stalled: Reply = (answer) => {
  answer.writeHead(200, { 'content-type': 'application/json' });
  answer.write('{');
};

/** The headers arrive late, and the body still later. */
export function slow(body: string, type: string): Reply {
  return (answer) => {
    setTimeout(() => {
      answer.writeHead(200, { 'content-type': type }).flushHeaders();
      setTimeout(() => answer.end(body), 30);
    }, 30);
  };
}

export const brokenJson: Reply = (answer) =>
  answer.writeHead(200, { 'content-type': 'application/json' }).end('{"personId": ');

export function page(status: number, headers: Record<string, string> = {}): Reply {
  return (answer) =>
    answer
      .writeHead(status, { 'content-type': 'text/html', ...headers })
      .end('<h1>Welcome to the proxy</h1>');
}
