import { Client } from 'pg';

/** The same number as in Foyer. */
const PERSONS = 100_000;

/** The same number that is requested from Foyer. */
const ASKED_FOR = 10_000;

export interface PeerTable {
  /** The column that identifies a person in requests. */
  id: string;
  /** Expressions for this column and the peer's other own columns; `n` counts from 1. */
  own: Record<string, string>;
}

/** The columns of a person in Foyer; each person is a second younger than the previous one. */
const COLUMNS = {
  name: `'Person ' || n`,
  slug: `'person-' || n`,
  email: `'person-' || n || '@gmail.com'`,
  phone_number: `'+4930' || n`,
  created_at: `now() - (${PERSONS} - n) * interval '1 second'`,
  updated_at: `now() - (${PERSONS} - n) * interval '1 second'`,
};

/** Fills the peer's table `persons`, and returns the first ids. */
export async function fillPersons(databaseUrl: string, { id, own }: PeerTable): Promise<string[]> {
  const columns = { ...COLUMNS, ...own };
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into persons (${Object.keys(columns).join(', ')})
       select ${Object.values(columns).join(', ')} from generate_series(1, ${PERSONS}) n`,
    );
    // The peers do not create this index; without it, the database sorts all persons to find the newest.
    await client.query('create index on persons (created_at)');
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ id: string }>(
      `select ${id}::text as id from persons order by created_at limit ${ASKED_FOR}`,
    );
    return rows.map((row) => row.id);
  } finally {
    await client.end();
  }
}
