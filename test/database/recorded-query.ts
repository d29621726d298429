import type { Client, Connection } from 'pg';
import {
  protocolOf,
  type ProtocolConnection,
  type ProtocolQuery,
} from '../../src/shared/libraries/pg-internals.js';

/** Sends messages by hand, and notes what the driver calls on it. */
export class RecordedQuery implements ProtocolQuery {
  readonly calls: [name: string, ...given: unknown[]][] = [];
  private end!: () => void;
  readonly ended = new Promise<void>((resolve) => (this.end = resolve));

  constructor(
    private readonly client: Client,
    readonly name: string | undefined,
    readonly text: string,
    private readonly send: (connection: ProtocolConnection) => void,
  ) {}

  submit(connection: Connection): void {
    this.send(protocolOf(connection));
  }

  handleRowDescription({ fields }: Parameters<ProtocolQuery['handleRowDescription']>[0]): void {
    this.calls.push(['columns', ...fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`)]);
  }

  handleDataRow({ fields }: Parameters<ProtocolQuery['handleDataRow']>[0]): void {
    this.calls.push(['row', ...fields]);
  }

  handleCommandComplete({ text }: { text: string }, connection: Connection): void {
    this.calls.push(['complete', text, connection === this.client.connection]);
  }

  handleEmptyQuery(connection: Connection): void {
    this.calls.push(['empty', connection === this.client.connection]);
  }

  handleError(error: unknown, connection: Connection): void {
    this.calls.push(['error', (error as { code: string }).code, connection === this.client.connection]);
    this.end();
  }

  handleReadyForQuery(): void {
    this.calls.push(['ready']);
    this.end();
  }
}

export async function callsOn(client: Client, query: RecordedQuery): Promise<string> {
  client.query(query);
  await query.ended;
  return JSON.stringify(query.calls);
}

export function askByHand(client: Client, name: string | undefined, text: string): RecordedQuery {
  return new RecordedQuery(client, name, text, (connection) => {
    connection.parse({ name, text });
    connection.bind({ statement: name, values: ['7'] });
    connection.describe({ type: 'P' });
    connection.execute({});
    connection.sync();
  });
}
