import { Client } from 'pg';

/** As many as Foyer gets. */
const PERSONS = 100_000;

/** As many as are asked for of Foyer. */
const ASKED_FOR = 10_000;

export interface PeerTable {
  /** The column that a person is asked for by. */
  id: string;
  /** Expressions for it and for what else the peer has of its own; `n` counts from 1. */
  own: Record<string, string>;
}

/** What a person of Foyer has; each a second younger than the one before. */
const COLUMNS = {
  name: `'Person ' || n`,
  slug: `'person-' || n`,
  email: `'person-' || n || '@gmail.com'`,
  phone_number: `'+4930' || n`,
  created_at: `now() - (${PERSONS} - n) * interval '1 second'`,
  updated_at: `now() - (${PERSONS} - n) * interval '1 second'`,
};

/** Fills the table `persons` that the peer has made, and returns the first ids. */
export async function fillPersons(databaseUrl: string, { id, own }: PeerTable): Promise<string[]> {
  const columns = { ...COLUMNS, ...own };
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into persons (${Object.keys(columns).join(', ')})
       select ${Object.values(columns).join(', ')} from generate_series(1, ${PERSONS}) n`,
    );
    // Neither of them makes it, and without it the newest are found by sorting all.
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
