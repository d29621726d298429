import type { Worker } from 'node:cluster';

// Undocumented parts of Node's cluster that we use. test/process/kills/killed-processes.spec.ts checks them.

/** The message with which the parent hands a connection to a process, which acknowledges its `seq`. */
interface HandedConnection {
  cmd: 'NODE_CLUSTER';
  act: 'newconn';
  seq: number;
}

interface Connection {
  close(): void;
}

type Send = (message: unknown, connection?: unknown, ...others: unknown[]) => boolean;

/** If no process takes a connection within this time, the parent closes it. */
const TAKEN_WITHIN_MS = 5000;

/**
 * Node forgets a connection if the process that it was handed to is killed before it has acknowledged the connection:
 * the client gets no answer, and the parent keeps the descriptor. This passes such a connection on to another process.
 */
export class HandedConnections {
  private readonly closed = new WeakSet<Connection>();
  private readonly waiting = new Map<Connection, NodeJS.Timeout>();

  watch({ process: child }: Worker): void {
    const unacknowledged = new Map<number, Connection>();
    const send = child.send.bind(child) as Send;
    const answer = (seq: number, accepted: boolean) =>
      child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted });
    const handOver: Send = (message, connection, ...others) => {
      if (!isHandedConnection(message)) return send(message, connection, ...others);
      const handed = connection as Connection;
      clearTimeout(this.waiting.get(handed));
      this.waiting.delete(handed);
      if (this.closed.has(handed)) return process.nextTick(answer, message.seq, true) === undefined;
      unacknowledged.set(message.seq, handed);
      return send(message, connection, ...others);
    };
    Object.assign(child, { send: handOver });
    child.on('internalMessage', ({ ack }: { ack?: number }) => unacknowledged.delete(ack ?? -1));
    let isDisconnected = false;
    child.once('disconnect', () => (isDisconnected = true));
    // Node has read all acknowledgements by then.
    child.once('close', () => {
      // Node waits for the acknowledgement before it says so, and strikes the process off its list only then.
      if (!isDisconnected) child.emit('disconnect');
      for (const [seq, connection] of [...unacknowledged]) {
        this.closeUnlessTaken(connection);
        // What a process answers that is shutting down: the parent chooses another.
        answer(seq, false);
      }
    });
  }

  private closeUnlessTaken(connection: Connection): void {
    const close = () => {
      this.waiting.delete(connection);
      this.closed.add(connection);
      connection.close();
    };
    this.waiting.set(connection, setTimeout(close, TAKEN_WITHIN_MS).unref());
  }
}

function isHandedConnection(message: unknown): message is HandedConnection {
  const { cmd, act } = (message ?? {}) as Partial<HandedConnection>;
  return cmd === 'NODE_CLUSTER' && act === 'newconn';
}
