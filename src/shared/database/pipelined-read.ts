import type { CustomTypesConfig, QueryConfig, Submittable } from 'pg';

/** What a connection of the driver can send besides what its types say. */
interface Protocol {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: (string | Buffer | null)[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
}

type Parser = (text: string) => unknown;

interface Columns {
  names: string[];
  parsers: Parser[];
}

interface Field {
  name: string;
  dataTypeID: number;
}

/** What is known of the statements of one connection. Values are read as the pool reads them. */
export class KnownColumns {
  private readonly byStatement = new Map<string, Columns>();

  constructor(private readonly types: CustomTypesConfig) {}

  get(statement: string): Columns | undefined {
    return this.byStatement.get(statement);
  }

  set(statement: string, fields: readonly Field[]): void {
    const parserOf = ({ dataTypeID }: Field) => this.types.getTypeParser(dataTypeID, 'text') as Parser;
    this.byStatement.set(statement, {
      names: fields.map(({ name }) => name),
      parsers: fields.map(parserOf),
    });
  }
}

/**
 * A named statement. The driver's own query asks each time which columns its rows have, which takes as long as to read a
 * small row; this one asks once a connection.
 */
export class PipelinedRead<Row extends object> implements Submittable {
  readonly name: string;
  readonly text: string;
  private readonly values: unknown[];
  private readonly rows: Row[] = [];
  private failure: Error | null = null;

  constructor(
    { name, text, values }: QueryConfig,
    private readonly known: KnownColumns,
    private readonly settle: (error: Error | null, rows: Row[]) => void,
  ) {
    this.name = name!;
    this.text = text;
    this.values = values!;
  }

  submit(connection: unknown): void {
    const protocol = connection as Protocol;
    const { name, text } = this;
    const values = this.values.map(sent);
    if (!protocol.parsedStatements[name] && !protocol.submittedNamedStatements[name]) {
      protocol.parse({ name, text });
      protocol.submittedNamedStatements[name] = text;
    }
    protocol.bind({ statement: name, values });
    if (!this.known.get(name)) protocol.describe({ type: 'P' });
    protocol.execute({});
    protocol.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.known.set(this.name, fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.rows.push(this.rowOf(fields));
    } catch (error) {
      // Thrown from here, it would end the process.
      this.failure = error as Error;
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.settle(this.failure, this.rows);
  }

  handleError(error: Error): void {
    this.settle(error, []);
  }

  private rowOf(fields: readonly (string | null)[]): Row {
    const { names, parsers } = this.known.get(this.name)!;
    const row: Record<string, unknown> = {};
    for (let at = 0; at < fields.length; at++) {
      const text = fields[at]!;
      row[names[at]!] = text === null ? null : parsers[at]!(text);
    }
    return row as Row;
  }
}

function sent(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  throw new TypeError('A short read takes texts and bytes only.');
}
