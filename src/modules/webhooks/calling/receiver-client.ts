import type { Socket } from 'node:net';
import { Client, Pool, type buildConnector, type Dispatcher } from 'undici';
import { CallFailure } from './call-faults.js';

/** A call that wants to know what it is sent on. */
export interface ReceiverCall extends Dispatcher.DispatchOptions {
  readonly takes: (client: ReceiverClient) => void;
  /** Whether so many bytes may have come since it was sent, whatever they mean. */
  readonly mayHear: (bytes: number) => boolean;
}

export type ReceiverOptions = Omit<Pool.Options, 'connect' | 'factory'> & {
  connect: buildConnector.connector;
};

/** What a client is at. It is apart from the client because connecting may not refer to what is being made. */
class Line {
  private socket: Socket | undefined;
  private call: ReceiverCall | undefined;
  private heardBefore = 0;

  /** To be told after undici has listened to the socket, so that what came is understood before it is measured. */
  connected(socket: Socket): void {
    this.socket = socket;
    this.heardBefore = socket.bytesRead;
    socket.on('readable', () => {
      if (this.call?.mayHear(socket.bytesRead - this.heardBefore) === false) {
        socket.destroy(new CallFailure('bad_answer'));
      }
    });
  }

  begin(call: ReceiverCall): void {
    this.call = call;
    this.heardBefore = this.socket?.bytesRead ?? 0;
  }

  cut(reason: Error): void {
    this.socket?.destroy(reason);
  }
}

/**
 * One connection to a receiver. When undici itself gives up a call under way, it connects to the receiver once
 * more, for nothing; so a call that is given up ends the socket that it is sent on. undici bounds a head's fields
 * and nothing else: empty lines, informational answers and the like are read without end, so all bytes are counted.
 */
export class ReceiverClient extends Client {
  private readonly line: Line;

  constructor(origin: URL, { connect, ...options }: ReceiverOptions) {
    const line = new Line();
    super(origin, {
      ...options,
      connect: (target, callback) =>
        connect(target, (...[error, socket]) => {
          if (error) return callback(error, null);
          callback(null, socket);
          line.connected(socket);
        }),
    });
    this.line = line;
  }

  /** True where there is room for another. */
  override dispatch(call: ReceiverCall, handler: Dispatcher.DispatchHandler): boolean {
    call.takes(this);
    this.line.begin(call);
    return super.dispatch(call, handler);
  }

  /** Ends the call that is under way, and the connection with it. */
  cut(reason: Error): void {
    this.line.cut(reason);
  }
}

export function receiverPool(origin: URL, options: object): Pool {
  const factory = (to: URL, each: object) => new ReceiverClient(to, each as ReceiverOptions);
  return new Pool(origin, { ...options, factory });
}
