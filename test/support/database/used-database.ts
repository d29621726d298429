import { Client, type QueryResult, type QueryResultRow } from 'pg';
import { createTestDatabase, type TestDatabase } from './test-database.js';

interface UsedTestDatabase {
  url(): string;
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>;
}

/** One migrated database and one connection for all tests of a file, without a service. */
export function useTestDatabase(): UsedTestDatabase {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });
  return { url: () => database.url, query: (text, values = []) => client.query(text, [...values]) };
}
