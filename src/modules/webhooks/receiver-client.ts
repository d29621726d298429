import type { Socket } from 'node:net';
import { Client, Pool, type buildConnector, type Dispatcher } from 'undici';

/** A call that wants to know what it is sent on, and says no where it was given up while it waited. */
export interface ReceiverCall extends Dispatcher.DispatchOptions {
  readonly takes: (client: ReceiverClient) => boolean;
}

export type ReceiverOptions = Omit<Pool.Options, 'connect' | 'factory'> & {
  connect: buildConnector.connector;
};

/**
 * One connection to a receiver. When undici itself gives up a call under way, it connects to the receiver once
 * more, for nothing; so a call that is given up ends the socket that it is sent on.
 */
export class ReceiverClient extends Client {
  private readonly current: { socket?: Socket };

  constructor(origin: URL, { connect, ...options }: ReceiverOptions) {
    const current: { socket?: Socket } = {};
    super(origin, {
      ...options,
      connect: (target, callback) =>
        connect(target, (...[error, socket]) => {
          if (error) return callback(error, null);
          current.socket = socket;
          callback(null, socket);
        }),
    });
    this.current = current;
  }

  /** True where there is room for another. */
  override dispatch(call: ReceiverCall, handler: Dispatcher.DispatchHandler): boolean {
    return call.takes(this) ? super.dispatch(call, handler) : true;
  }

  /** Ends the call that is under way, and the connection with it. */
  cut(reason: Error): void {
    this.current.socket?.destroy(reason);
  }
}

export function receiverPool(origin: URL, options: object): Pool {
  const factory = (to: URL, each: object) => new ReceiverClient(to, each as ReceiverOptions);
  return new Pool(origin, { ...options, factory });
}
