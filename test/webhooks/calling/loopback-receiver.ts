import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** All that tests call, or try to. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.1.1', '127.1.2.3', '127.255.255.254', '::1'];
const MAX_TRIES = 10;

/** Listens on several addresses of loopback, and on no other, so that whatever form of it gets through is noticed. */
export class LoopbackReceiver {
  /** Which of its addresses was connected to, once for each connection. */
  readonly reached: string[] = [];
  /** The same on all addresses. */
  port = 0;
  private servers: Server[] = [];

  /** A port that is free on the first address may be taken on another one; then all is tried with another port. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.listen();
      } catch (error) {
        await this.stop();
        if (tries === MAX_TRIES || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      }
    }
  }

  async stop(): Promise<void> {
    for (const server of this.servers.splice(0)) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  }

  private async listen(): Promise<void> {
    this.port = 0;
    for (const address of ADDRESSES) {
      const server = createServer((_req, res) => res.end('reached'));
      server.on('connection', () => this.reached.push(address));
      server.listen(this.port, address);
      await once(server, 'listening');
      this.servers.push(server);
      this.port = (server.address() as AddressInfo).port;
    }
  }
}
