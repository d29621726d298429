import type { Connection, CustomTypesConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import {
  prepareValue,
  protocolOf,
  type ColumnMessage,
  type ProtocolConnection,
  type ProtocolQuery,
  type SentValue,
} from '../../libraries/pg-internals.js';

export type Answer<Row extends QueryResultRow = QueryResultRow> = Pick<
  QueryResult<Row>,
  'rows' | 'rowCount' | 'command'
>;

type Parser = (text: string) => unknown;
type Columns = readonly { name: string; parse: Parser }[];

/**
 * Columns of the named statements of one connection. Requested once per statement, not each time as the driver does.
 */
export class KnownColumns {
  private readonly byStatement = new Map<string, Columns>();

  constructor(private readonly types: CustomTypesConfig) {}

  get(statement: string | undefined): Columns | undefined {
    return statement === undefined ? undefined : this.byStatement.get(statement);
  }

  learn(statement: string | undefined, fields: readonly ColumnMessage[]): Columns {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.types.getTypeParser(dataTypeID, 'text') as Parser,
    }));
    if (statement !== undefined) this.byStatement.set(statement, columns);
    return columns;
  }
}

/** A statement and the caller that waits for its result. Throws if one of its values can't be sent. */
export class Statement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly SentValue[];
  columns: Columns | undefined;
  private readonly rows: object[] = [];
  private failure: unknown;

  constructor(
    { name, text, values = [] }: QueryConfig,
    readonly resolve: (answer: Answer) => void,
    readonly reject: (error: unknown) => void,
  ) {
    this.name = name;
    this.text = text;
    this.values = (values as unknown[]).map((value) => prepareValue(value));
  }

  take(fields: readonly (string | null)[]): void {
    try {
      this.rows.push(rowOf(fields, this.columns!));
    } catch (error) {
      // If thrown here, it would end the process.
      this.failure ??= error;
    }
  }

  /** The server reports what it has done, such as `INSERT 0 1`. */
  complete(tag: string): void {
    const [command = ''] = tag.split(' ');
    const [, count] = / (\d+)$/.exec(tag) ?? [];
    if (this.failure !== undefined) this.reject(this.failure);
    else this.resolve({ command, rows: this.rows, rowCount: count === undefined ? null : Number(count) });
  }
}

/**
 * Statements that are sent in one piece and answered in one piece (decision 80). If one fails, the server skips those
 * after it.
 */
export class StatementBatch implements ProtocolQuery {
  private answered = 0;
  /** Names of statements that the server did not know before. */
  private readonly parsed = new Set<string>();

  constructor(
    readonly statements: readonly Statement[],
    private readonly known: KnownColumns,
  ) {}

  /** Name of the statement that is answered next. */
  get name(): string | undefined {
    return this.current?.name;
  }

  get text(): string | undefined {
    return this.current?.text;
  }

  submit(connection: Connection): void {
    const protocol = protocolOf(connection);
    protocol.stream.cork();
    try {
      for (const statement of this.statements) this.send(statement, protocol);
      protocol.sync();
    } finally {
      protocol.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: ColumnMessage[] }): void {
    const { current } = this;
    if (current) current.columns = this.known.learn(current.name, fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { current } = this;
    if (!current) return;
    current.columns ??= this.known.get(current.name);
    current.take(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { current } = this;
    this.answered++;
    // A statement without rows has no description.
    if (current?.name !== undefined && !this.known.get(current.name)) this.known.learn(current.name, []);
    current?.complete(text);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {}

  handleError(error: unknown, connection: Connection): void {
    const { submittedNamedStatements } = protocolOf(connection);
    for (const { name, reject } of this.statements.slice(this.answered)) {
      if (name !== undefined && this.parsed.has(name)) delete submittedNamedStatements[name];
      reject(error);
    }
    this.answered = this.statements.length;
  }

  private get current(): Statement | undefined {
    return this.statements[this.answered];
  }

  private send({ name, text, values }: Statement, protocol: ProtocolConnection): void {
    const { parsedStatements, submittedNamedStatements } = protocol;
    const isParsed =
      name !== undefined && (parsedStatements[name] ?? submittedNamedStatements[name]) === text;
    if (!isParsed) {
      protocol.parse({ name, text });
      if (name !== undefined) {
        submittedNamedStatements[name] = text;
        this.parsed.add(name);
      }
    }
    protocol.bind({ statement: name, values });
    if (!this.known.get(name)) protocol.describe({ type: 'P' });
    protocol.execute({});
  }
}

function rowOf(fields: readonly (string | null)[], columns: Columns): object {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < fields.length; at++) {
    const { name, parse } = columns[at]!;
    const text = fields[at]!;
    row[name] = text === null ? null : parse(text);
  }
  return row;
}
