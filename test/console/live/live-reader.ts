import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import type { ConsoleVisitor } from '../console-visitor.js';

/** Reads what the console tells the script in a browser. */
export class LiveReader {
  text = '';
  isOver = false;

  private constructor(
    readonly status: number,
    private readonly request: ClientRequest,
    answer: IncomingMessage,
  ) {
    answer.setEncoding('utf8');
    answer.on('data', (more: string) => (this.text += more));
    answer.on('error', () => undefined);
    answer.on('close', () => (this.isOver = true));
  }

  static open(
    { url, cookie }: ConsoleVisitor,
    { since = '', from = 'same-origin' }: { since?: string; from?: string } = {},
  ): Promise<LiveReader> {
    const headers = { ...(cookie && { cookie }), 'sec-fetch-site': from };
    return new Promise((resolve, reject) => {
      const request = get(`${url}/live${since && `?since=${since}`}`, { headers, agent: false }, (answer) =>
        resolve(new LiveReader(answer.statusCode!, request, answer)),
      );
      request.on('error', reject);
    });
  }

  close(): void {
    this.request.destroy();
  }
}
