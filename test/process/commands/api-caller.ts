import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUpLater, cli, freshDatabase, type Instance, type Run, start, until } from '../support.js';

/** A service, and the commands that call it with its key. */
export class ApiCaller {
  private constructor(readonly instance: Instance) {}

  static async start(): Promise<ApiCaller> {
    const DATABASE_URL = await freshDatabase();
    return new ApiCaller(
      await start({ DATABASE_URL, SAMPLE_DATA: 'true', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' }),
    );
  }

  foyer(words: readonly string[], environment: Record<string, string> = {}): Run {
    const { url, key } = this.instance;
    return cli([...words], { FOYER_URL: url, FOYER_KEY: key, ...environment });
  }

  /** Returns the id of the topic. */
  async createTopic(title: string): Promise<string> {
    const answer = await this.instance.send('POST', '/v0/topics', { title });
    return ((await answer.json()) as { topicId: string }).topicId;
  }
}

/** Started commands say on standard error when events arrive from now on. */
export function isReady(command: Run): Promise<unknown> {
  return until(() => command.stderr.includes('Waiting for events'));
}

export interface Call {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver that answers with these statuses, then with the last one; or that does something else. */
export async function receive(
  statuses: readonly number[],
  answer = (response: ServerResponse, status: number): unknown => response.writeHead(status).end(),
) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const status = statuses[Math.min(calls.length, statuses.length - 1)]!;
      calls.push({ headers: request.headers, body });
      answer(response, status);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  cleanUpLater(() => Promise.resolve(close()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, calls, close };
}
