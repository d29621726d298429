import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlowServer extends AsyncDisposable {
  url: string;
  /** Sends the page to whoever has asked last, and does something after each piece. */
  sendInSteps(afterEach: () => Promise<unknown>): Promise<void>;
}

/**
 * Where pieces begin: at these elements, at the text of buttons and headings, and three letters later. A table
 * comes at once: its cells move each other, wherever they stand.
 */
const PIECE =
  /(?=<(?:section|details|h2|nav|script|li\b|button|div class="card))|(?<=<(?:a class|h[1-6]|button)[^>]*>(?:[^<]{3})?)/;

/** Sends a page in pieces, as a slow network does. */
export async function startSlowServer(html: string, headers: Record<string, string>): Promise<SlowServer> {
  const [first = '', ...pieces] = html.split(PIECE);
  let asked: ServerResponse | undefined;
  const server = createServer((req, res) => {
    if (req.url !== '/') return void res.writeHead(404).end();
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    res.write(first);
    asked = res;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async sendInSteps(afterEach) {
      for (const piece of pieces) {
        asked!.write(piece);
        await afterEach();
      }
      asked!.end();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
