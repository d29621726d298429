import { createServer, Socket, type AddressInfo } from 'node:net';
import { Client, Pool, type Connection, type PoolConfig } from 'pg';
import {
  CONNECTED_LATE,
  CONNECTION_LOST,
  DriverQuery,
  isIdle,
  prepareValue,
  processIdOf,
  protocolOf,
  socketOf,
} from '../../src/shared/libraries/pg-internals.js';
import { internalsOf } from '../support/library-internals.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { askByHand, callsOn, RecordedQuery } from './recorded-query.js';

const part = internalsOf('pg', '8.23.0', 'src/shared/libraries/pg-internals.ts');

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase('template1');
});
afterAll(() => database.drop());

// As the service opens its connections.
beforeEach(async () => {
  client = new Client({ connectionString: database.url, pipeline: true });
  client.on('error', () => undefined);
  await client.connect();
});
afterEach(() => client.end());

async function withPool<Result>(options: PoolConfig, act: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = new Pool({ connectionString: database.url, ...options });
  try {
    return await act(pool);
  } finally {
    await pool.end();
  }
}

const messageOf = (failing: Promise<unknown>): Promise<string> =>
  failing.then(
    () => 'none',
    (error: Error) => error.message,
  );

part('a client has its socket at `connection.stream`', () => {
  const socket = socketOf(client);
  return socket instanceof Socket && socket.bytesRead > 0 && protocolOf(client.connection).stream === socket;
});

part("a client knows the server's process id as `processID` once it is connected", async () => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return processIdOf(client) === rows[0]!.pid;
});

part('a client has `readyForQuery`, which is false while an answer is awaited', async () => {
  const before = isIdle(client);
  const answered = client.query('select 1');
  const meanwhile = isIdle(client);
  await answered;
  await new Promise(setImmediate);
  return before === true && meanwhile === false && isIdle(client) === true;
});

part('`utils.prepareValue` makes a text of each value but null and bytes', () => {
  const bytes = Buffer.from('x');
  const sent = [1, true, 'a', null, undefined, ['a', null], { a: 1 }].map((value) => prepareValue(value));
  const texts = ['1', 'true', 'a', null, null, '{"a",NULL}', '{"a":1}'];
  return JSON.stringify(sent) === JSON.stringify(texts) && prepareValue(bytes) === bytes;
});

part('`utils.prepareValue` throws for a value that refers to itself', () => {
  const value: { self?: object } = {};
  value.self = value;
  try {
    prepareValue(value);
    return false;
  } catch {
    return true;
  }
});

part(
  'a connection sends `parse`, `bind`, `describe`, `execute` and `sync`, and a query is handed each answer',
  async () => {
    const calls = await callsOn(client, askByHand(client, undefined, `select $1::int4 as "n", null as "m"`));
    return calls === '[["columns","n 23","m 25"],["row","7",null],["complete","SELECT 1",true],["ready"]]';
  },
);

part('a query without any text is told so by `handleEmptyQuery`', async () => {
  const query = new RecordedQuery(client, undefined, '', (connection) => {
    connection.parse({ text: '' });
    connection.bind({});
    connection.execute({});
    connection.sync();
  });
  return (await callsOn(client, query)) === '[["empty",true],["ready"]]';
});

part('an error of the server ends a query by `handleError`, and nothing is called after it', async () => {
  const query = askByHand(client, undefined, `select 1 / ($1::int4 - 7)`);
  await callsOn(client, query);
  await client.query('select 1');
  return JSON.stringify(query.calls.at(-1)) === '["error","22012",true]';
});

part(
  'a named statement that was parsed is noted in `parsedStatements`, by the name and text of its query',
  async () => {
    const { parsedStatements, submittedNamedStatements } = protocolOf(client.connection);
    const query = askByHand(client, 'seven', 'select $1::int4');
    submittedNamedStatements.seven = query.text;
    await callsOn(client, query);
    return parsedStatements.seven === query.text && !('seven' in submittedNamedStatements);
  },
);

part("the driver's own queries go by `parsedStatements` and `submittedNamedStatements`, too", async () => {
  const { parsedStatements, submittedNamedStatements } = protocolOf(client.connection);
  const answered = client.query({ name: 'one', text: 'select 1' });
  const isSubmitted = submittedNamedStatements.one === 'select 1';
  await answered;
  const isParsed = parsedStatements.one === 'select 1' && !('one' in submittedNamedStatements);
  parsedStatements.two = 'select 2';
  const unknown = await messageOf(client.query({ name: 'two', text: 'select 2' }));
  return isSubmitted && isParsed && unknown === 'prepared statement "two" does not exist';
});

part('a statement that has failed is taken out of `submittedNamedStatements`', async () => {
  const { submittedNamedStatements } = protocolOf(client.connection);
  const query = askByHand(client, 'wrong', 'select $1::int4 from nowhere');
  submittedNamedStatements.wrong = query.text;
  await callsOn(client, query);
  return !('wrong' in submittedNamedStatements);
});

part(
  'a query with values is sent by `prepare`, which can be overridden, and so can the handlers of its answers',
  async () => {
    const called: string[] = [];
    class OwnQuery extends DriverQuery {
      override prepare(connection: Connection): void {
        called.push('prepare');
        super.prepare(connection);
      }
      override handleDataRow(message: { fields: (string | null)[] }): void {
        called.push('row');
        super.handleDataRow(message);
      }
      override handleCommandComplete(message: { text: string }, connection: Connection): void {
        called.push('complete');
        super.handleCommandComplete(message, connection);
      }
    }
    const rows = await new Promise<object[]>((resolve, reject) => {
      const statement = { text: 'select $1::int4 as n', values: [7] };
      client.query(
        new OwnQuery(statement, (error, result) => (error ? reject(error) : resolve(result!.rows))),
      );
    });
    return called.join() === 'prepare,row,complete' && JSON.stringify(rows) === '[{"n":7}]';
  },
);

part(
  'the pool hands a text, values and a callback to `query`, also to one that an instance has for itself',
  () => {
    const given: unknown[][] = [];
    class OwnClient extends Client {
      override query = ((...all: unknown[]) => {
        given.push(all);
        (all[2] as (error: null, result: object) => void)(null, { rows: ['own'] });
      }) as Client['query'];
    }
    return withPool({ Client: OwnClient, max: 1 }, async (pool) => {
      const { rows } = await pool.query({ text: 'select 1' });
      return rows[0] === 'own' && given[0]!.length === 3 && given[0]![1] === undefined;
    });
  },
);

part('the pool opens a connection by `connect` with a callback', async () => {
  const given: unknown[][] = [];
  class OwnClient extends Client {
    override connect(...all: unknown[]): Promise<this> {
      given.push(all);
      return (super.connect as (...all: unknown[]) => Promise<this>)(...all);
    }
  }
  await withPool({ Client: OwnClient, max: 1 }, (pool) => pool.query('select 1'));
  return given.length === 1 && given[0]!.length === 1 && typeof given[0]![0] === 'function';
});

part('a client connects by the socket that the option `stream` makes, with a port and a host', async () => {
  const told: unknown[] = [];
  class OwnSocket extends Socket {
    override connect(...all: unknown[]): this {
      told.push(...all);
      return (super.connect as (...all: unknown[]) => this)(...all);
    }
  }
  const other = new Client({ connectionString: database.url, stream: () => new OwnSocket() });
  await other.connect();
  const isOwn = socketOf(other) instanceof OwnSocket;
  await other.end();
  return isOwn && told[0] === other.port && told[1] === other.host;
});

part('a pool without a free connection says so in words that we know', () =>
  withPool({ max: 1 }, async (pool) => {
    const first = await pool.connect();
    // Not before: to open one may take longer.
    pool.options.connectionTimeoutMillis = 100;
    const message = await messageOf(pool.connect());
    first.release();
    return CONNECTED_LATE.test(message) && CONNECTION_LOST.test(message);
  }),
);

part('a pool that can not open a connection in time says so in words that we know', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const message = await withPool(
    { connectionString: `postgres://somebody@127.0.0.1:${port}/nowhere`, connectionTimeoutMillis: 100 },
    (pool) => messageOf(pool.connect()),
  );
  for (const socket of sockets) socket.destroy();
  silent.close();
  return CONNECTED_LATE.test(message) && CONNECTION_LOST.test(message);
});

part('a client that has lost its connection says so in words that we know', async () => {
  const waiting = messageOf(client.query('select pg_sleep(60)'));
  socketOf(client).destroy();
  return (
    CONNECTION_LOST.test(await waiting) && CONNECTION_LOST.test(await messageOf(client.query('select 1')))
  );
});
