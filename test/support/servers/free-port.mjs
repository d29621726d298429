import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Linux, macOS and Windows use higher ports for outgoing connections, so none of those can be in the way. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const TRIES = 100;

/** For a server with a given port, or one that comes back at the same port. */
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
