import { Injectable } from '@nestjs/common';
import { types, type CustomTypesConfig } from 'pg';
import { ConnectionShares } from '../transactions/connection-shares.js';
import { ReadPipeline } from './read-pipeline.js';
import { currentContext, currentTenant, currentTransaction } from '../transactions/work-context.js';

const JSONB: number = types.builtins.JSONB;

interface ReadOptions {
  /** For reads whose best plan depends on the values: they are planned each time. */
  isPlannedAnew?: boolean;
  /**
   * For reads of a few small rows by an index, which delay nobody: they share a connection with those of other
   * requests.
   */
  isShort?: boolean;
  /**
   * For documents of which little is needed: converts a JSON value as soon as its row arrives, so that the documents of
   * all rows are never in memory together. Not inside a unit of work.
   */
  convertJson?: (document: unknown) => unknown;
}

/**
 * A read that bypasses the identity map: SQL that the server plans once per connection, with rows that go straight into
 * the view. Its first parameter is always the tenant; SQL that does not use it is rejected.
 */
export class PreparedRead<Row extends object> {
  declare readonly row: Row;

  constructor(
    readonly name: string,
    readonly text: string,
    readonly options: ReadOptions = {},
  ) {
    if (name.length > 63) throw new Error(`The name ${name} is too long: the server would truncate it.`);
    if (!/\btenant_id = \$1\b/.test(text)) {
      throw new Error(`The read ${name} must be limited by "tenant_id = $1".`);
    }
  }
}

@Injectable()
export class PreparedReads {
  constructor(
    private readonly connections: ConnectionShares,
    private readonly pipeline: ReadPipeline,
  ) {}

  /** Inside a unit of work, it sees the changes made there so far. */
  async all<Row extends object>(read: PreparedRead<Row>, ...values: unknown[]): Promise<Row[]> {
    const { name, text, options } = read;
    const named = options.isPlannedAnew ? {} : { name };
    const query = { ...named, text, values: [currentTenant(), ...values] };
    const transaction = currentContext()?.transaction;
    if (options.convertJson) {
      if (transaction) throw new Error(`The read ${name} can't be part of a unit of work.`);
      return (await this.connections.query<Row>({ ...query, types: converting(options.convertJson) })).rows;
    }
    if (options.isShort && !transaction) return this.pipeline.rows<Row>(query);
    return (await (transaction ?? this.connections).query<Row>(query)).rows;
  }

  async one<Row extends object>(read: PreparedRead<Row>, ...values: unknown[]): Promise<Row | undefined> {
    return (await this.all(read, ...values))[0];
  }

  /**
   * All rows, in steps of this size, as one snapshot has them: for more rows than fit into memory. Inside a unit of
   * work, one read after the other. Read it to the end.
   */
  async *steps<Row extends object>(
    { text }: PreparedRead<Row>,
    size: number,
    ...values: unknown[]
  ): AsyncGenerator<Row[]> {
    const transaction = currentTransaction();
    await transaction.query({
      text: `declare steps no scroll cursor for ${text}`,
      values: [currentTenant(), ...values],
    });
    for (let count = size; count === size;) {
      const { rows } = await transaction.query<Row>({ text: `fetch ${size} from steps` });
      yield rows;
      count = rows.length;
    }
    await transaction.query({ text: 'close steps' });
  }
}

function converting(convert: (document: unknown) => unknown): CustomTypesConfig {
  const getTypeParser = ((type: number, format: 'text') => {
    const parse = types.getTypeParser(type, format) as (value: string) => unknown;
    return type === JSONB ? (value: string) => convert(parse(value)) : parse;
  }) as CustomTypesConfig['getTypeParser'];
  return { getTypeParser };
}
