import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Linux, macOS and Windows take ports of outgoing connections from above these, so none of them can be in the way. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const TRIES = 100;

/** For a server that is told its port, or comes back where it was. */
export async function freePort() {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`${TRIES} ports from ${LOWEST} to ${HIGHEST} are all taken.`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
