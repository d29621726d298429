import { UnusableDatabase } from '../../../shared/database/driver/usable-database.js';
import { withSession } from '../../../shared/database/driver/with-connection.js';
import { cliCommand } from '../../../shared/config/cli-command.js';
import { addSearchTerms } from './search-terms.js';

/** Parses the language from the generation expression of the column, as PostgreSQL prints it. */
const PRESENT_LANGUAGE = `
  select substring(pg_get_expr(adbin, adrelid) from 'to_tsvector\\(''(\\w+)''::regconfig') as language
  from pg_attrdef join pg_attribute a on attrelid = adrelid and attnum = adnum
  where adrelid = 'topic_entry'::regclass and attname = 'search_terms'`;

/** Rejects a language that PostgreSQL has no text search configuration for. */
export function assertSearchLanguage(url: string, language: string): Promise<void> {
  return withSession(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select cfgname as name from pg_ts_config where pg_ts_config_is_visible(oid) order by cfgname`,
    );
    const names = rows.map(({ name }) => name);
    if (names.includes(language)) return;
    throw new UnusableDatabase(
      `SEARCH_LANGUAGE: PostgreSQL has no text search configuration ${language}; it has ${names.join(', ')}.`,
    );
  });
}

/** For a process that does not migrate (MIGRATE is false). */
export async function assertSearchedIn(language: string, url: string): Promise<void> {
  const present = await presentLanguage(url);
  if (present === language) return;
  throw new UnusableDatabase(
    `MIGRATE is false and SEARCH_LANGUAGE is ${language}, but the search index of topics is in ${present}; ` +
      `change that with: ${cliCommand('migrate')}`,
  );
}

/** Changes the search language of entries. This rewrites all entries. */
export async function searchIn(language: string, url: string, applicationName: string): Promise<void> {
  if ((await presentLanguage(url)) === language) return;
  const statements = [
    'alter table topic_entry drop column search_terms',
    ...addSearchTerms(language),
    // Created last (docs/growing.md).
    'alter table topic_entry drop constraint topic_entry_pkey, add primary key (tenant_id, id)',
  ];
  // Several statements in one text are one transaction.
  await withSession(url, (client) => client.query(statements.join(';')), {
    application_name: applicationName,
  });
}

async function presentLanguage(url: string): Promise<string> {
  const { rows } = await withSession(url, (client) => client.query<{ language: string }>(PRESENT_LANGUAGE));
  return rows[0]!.language;
}
