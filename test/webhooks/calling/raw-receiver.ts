import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export type Script = (socket: Socket, request: string) => void;

/** A receiver that writes whatever bytes a test wants it to, when a whole request has arrived. */
export class RawReceiver {
  readonly sockets = new Set<Socket>();
  readonly requests: string[] = [];
  connections = 0;
  private readonly server: Server;

  constructor(private readonly scripts: Record<string, Script>) {
    this.server = createServer((socket) => this.serve(socket));
  }

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${path}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(socket: Socket): void {
    this.connections++;
    this.sockets.add(socket);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (!isWhole(text)) return;
      const request = text;
      text = '';
      this.requests.push(request);
      this.scripts[/^POST \/([\w-]*)/.exec(request)?.[1] ?? '']?.(socket, request);
    });
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return end >= 0 && Buffer.byteLength(text.slice(end + 4)) >= length;
}
