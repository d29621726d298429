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
  /(?=<(?:section|article|picture|img|details|h2|nav|script|li\b|button|div class="(?:card|beside|said)))|(?<=<(?:a class|h[1-6]|button)[^>]*>(?:[^<]{3})?)/;

/** Sends a page in pieces, as a slow network does, and then the pictures and fonts of the site. */
export async function startSlowServer(
  html: string,
  headers: Record<string, string>,
  siteUrl: string,
): Promise<SlowServer> {
  const [first = '', ...pieces] = html.split(PIECE);
  let asked: ServerResponse | undefined;
  let late = Promise.withResolvers<void>();
  const server = createServer((req, res) => {
    if (req.url !== '/') return void late.promise.then(() => pass(`${siteUrl}${req.url}`, res));
    late = Promise.withResolvers<void>();
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
      late.resolve();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function pass(url: string, res: ServerResponse): Promise<void> {
  const answer = await fetch(url);
  res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  res.end(Buffer.from(await answer.arrayBuffer()));
}
