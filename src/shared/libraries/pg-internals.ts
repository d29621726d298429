import type { Socket } from 'node:net';
import pg, {
  Query,
  type ClientBase,
  type Connection,
  type QueryConfig,
  type QueryResult,
  type Submittable,
} from 'pg';

// Undocumented parts of the driver that we use. test/database/pg-internals.spec.ts checks each part.

export type SentValue = string | Buffer | null;

/** Converts a value to what the driver sends. Throws if it can't be sent. */
export const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => SentValue } })
  .utils;

/** The protocol messages that a connection sends, and the texts of the named statements that it has sent. */
export interface ProtocolConnection {
  readonly stream: Socket;
  /** Statements that the server has parsed. */
  readonly parsedStatements: Record<string, string | undefined>;
  /** Statements that the server has not answered yet. */
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(message: { name?: string; text: string }): void;
  bind(message: { statement?: string; values?: readonly SentValue[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
}

export const protocolOf = (connection: Connection) => connection as unknown as ProtocolConnection;

export interface ColumnMessage {
  name: string;
  dataTypeID: number;
}

/** The methods that the driver calls on a query, in the order of the server's answers. */
export interface ProtocolQuery extends Submittable {
  /** From name and text, the driver notes which statement was parsed, or has failed. */
  readonly name: string | undefined;
  readonly text: string | undefined;
  handleRowDescription(message: { fields: ColumnMessage[] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  /** Its text is the tag of the command, such as `INSERT 0 1`. */
  handleCommandComplete(message: { text: string }, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  /** Ends the query: the driver does not call `handleReadyForQuery` after it. */
  handleError(error: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

/** The driver's own query, to be extended. */
export const DriverQuery = Query as unknown as new (
  statement: QueryConfig,
  callback: (error: Error | null, result?: QueryResult) => void,
) => ProtocolQuery & {
  /** Sends a statement that has values. */
  prepare(connection: Connection): void;
};

interface PrivateClient {
  connection: ProtocolConnection;
  processID: number;
  readyForQuery: boolean;
}

const privateParts = (client: ClientBase) => client as unknown as PrivateClient;

export const socketOf = (client: ClientBase): Socket => privateParts(client).connection.stream;

/** The process id that the server, or a pooler, reported on connecting. */
export const processIdOf = (client: ClientBase): number => privateParts(client).processID;

/** Whether no query is waiting for an answer. */
export const isIdle = (client: ClientBase): boolean => privateParts(client).readyForQuery;

/** Start of the messages of errors without a code: the driver has lost a connection, or its pool has none to give. */
export const CONNECTION_LOST =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** The messages of the pool if a new connection was not opened in time. */
export const CONNECTED_LATE =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;
