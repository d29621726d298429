import { jest } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { isIP, Socket, type LookupFunction, type TcpNetConnectOpts } from 'node:net';

/**
 * From now on no socket of this process connects to anything: it fails, and the list has where it would have gone. So a
 * test can name any address, and nobody is called even where the check of addresses is broken.
 */
export function holdConnections(): string[] {
  const targets: string[] = [];
  jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    // `net.connect` gives all of its arguments as one.
    const [options] = args.flat() as [TcpNetConnectOpts];
    targetsOf(options).then(
      (found) => {
        targets.push(...found);
        this.destroy(new Error('This connection is held.'));
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  });
  return targets;
}

/** As a socket does, which looks up no host that is an address already. */
async function targetsOf({ host = '', lookup }: TcpNetConnectOpts): Promise<string[]> {
  return lookup && isIP(host) === 0 ? lookedUp(lookup, host) : [host];
}

/** What a socket would be given to connect to. */
export function lookedUp(lookup: LookupFunction, host: string): Promise<string[]> {
  return new Promise((resolve, reject) =>
    lookup(host, { all: true }, (error, found) =>
      error ? reject(error) : resolve((found as LookupAddress[]).map(({ address }) => address)),
    ),
  );
}
