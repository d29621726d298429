import type { Socket } from 'node:net';
import { Client, Pool, type buildConnector, type Dispatcher } from 'undici';
import { CallFailure } from './call-faults.js';

export interface ReceiverCall extends Dispatcher.DispatchOptions {
  /** Called with the client that sends the call. */
  readonly onClient: (client: ReceiverClient) => void;
  /** Whether the call may receive this many bytes in total. */
  readonly mayReceive: (bytes: number) => boolean;
}

export type ReceiverOptions = Omit<Pool.Options, 'connect' | 'factory'> & {
  connect: buildConnector.connector;
};

/**
 * The socket of a client, and the bytes received for the current call. Separate from the client, because the
 * constructor of a client can't refer to the client.
 */
class CountedSocket {
  private socket: Socket | undefined;
  private call: ReceiverCall | undefined;
  private bytesBefore = 0;

  /** Call it after undici listens to the socket: undici must read the bytes before they are counted here. */
  connected(socket: Socket): void {
    this.socket = socket;
    this.bytesBefore = socket.bytesRead;
    socket.on('readable', () => {
      if (this.call?.mayReceive(socket.bytesRead - this.bytesBefore) === false) {
        socket.destroy(new CallFailure('bad_answer'));
      }
    });
  }

  begin(call: ReceiverCall): void {
    this.call = call;
    this.bytesBefore = this.socket?.bytesRead ?? 0;
  }

  close(reason: Error): void {
    this.socket?.destroy(reason);
  }
}

/**
 * One connection to a receiver. When undici aborts a call, it opens a needless new connection, so we close the socket
 * of an aborted call ourselves. undici limits the header fields and nothing else: it reads empty lines, informational
 * responses and the like without end. So we count all bytes.
 */
export class ReceiverClient extends Client {
  private readonly socket: CountedSocket;

  constructor(origin: URL, { connect, ...options }: ReceiverOptions) {
    const counted = new CountedSocket();
    super(origin, {
      ...options,
      connect: (target, callback) =>
        connect(target, (...[error, socket]) => {
          if (error) return callback(error, null);
          callback(null, socket);
          counted.connected(socket);
        }),
    });
    this.socket = counted;
  }

  /** Returns whether the client can take another call. */
  override dispatch(call: ReceiverCall, handler: Dispatcher.DispatchHandler): boolean {
    call.onClient(this);
    this.socket.begin(call);
    return super.dispatch(call, handler);
  }

  /** Ends the current call and its connection. */
  closeSocket(reason: Error): void {
    this.socket.close(reason);
  }
}

export function receiverPool(origin: URL, options: object): Pool {
  const factory = (to: URL, each: object) => new ReceiverClient(to, each as ReceiverOptions);
  return new Pool(origin, { ...options, factory });
}
