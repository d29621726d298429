import { defineEntity, p, type EntityMetadata } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { PERSONAL_TABLES, SCHEMAS } from '../../src/application/modules.js';
import { columns } from '../../src/shared/database/records/column-map.js';
import { notPersonal, personal } from '../../src/shared/database/records/personal.js';
import { PersonalTable } from '../../src/shared/database/records/personal-table.js';
import { ormOptions } from '../../src/shared/database/schema/orm-options.js';
import { useTestDatabase } from '../support/database/used-database.js';
import { NOT_PERSONAL } from './not-personal-columns.js';

/** Columns that can contain any text. A partition has the columns of its whole. */
const TEXT_COLUMNS = `
  select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname || '.' || a.attname as name
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and a.atttypid = any ('{text,varchar,bpchar,name,json,jsonb,text[],varchar[],tsvector}'::regtype[])
  order by 1`;

const database = useTestDatabase();

async function textColumns(): Promise<string[]> {
  return (await database.query<{ name: string }>(TEXT_COLUMNS)).rows.map(({ name }) => name);
}

const personalColumns = (tables: readonly PersonalTable[]) =>
  tables.flatMap((table) => table.columns.map(({ name }) => `${table.name}.${name}`));

/** Columns that the entities themselves mark as not personal. */
async function statedByEntities(): Promise<string[]> {
  const orm = await MikroORM.init(ormOptions({ url: database.url(), schemas: SCHEMAS }));
  const stated = [...orm.getMetadata().getAll().values()].flatMap(statedIn);
  await orm.close();
  return stated;
}

function statedIn({ tableName, props }: EntityMetadata): string[] {
  const stated = props.filter((prop) => (prop as { personal?: unknown }).personal === false);
  return stated.flatMap(({ fieldNames }) => fieldNames.map((name) => `${tableName}.${name}`));
}

const reviewed = Object.values(NOT_PERSONAL).flatMap((listed) =>
  Object.entries(listed).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`)),
);

describe('every column with text', () => {
  it('is marked as personal, or stated not to be', async () => {
    const stated = new Set([...personalColumns(PERSONAL_TABLES), ...(await statedByEntities()), ...reviewed]);
    expect((await textColumns()).filter((name) => !stated.has(name))).toEqual([]);
  });

  it('is stated once, and exists', async () => {
    const stated = [...personalColumns(PERSONAL_TABLES), ...(await statedByEntities()), ...reviewed];
    expect(stated.filter((name, at) => stated.indexOf(name) !== at)).toEqual([]);
    const existing = new Set(await textColumns());
    expect(stated.filter((name) => !existing.has(name))).toEqual([]);
  });

  it('is found where nobody says anything about it', async () => {
    await database.query('alter table topic add column motto text');
    await database.query('alter table event add column note jsonb');
    const known = new Set([...personalColumns(PERSONAL_TABLES), ...(await statedByEntities()), ...reviewed]);
    expect((await textColumns()).filter((name) => !known.has(name))).toEqual(['event.note', 'topic.motto']);
  });
});

describe('a mark', () => {
  it('is part of the entity and of its personal table', () => {
    const map = columns({
      nick: personal(p.text().nullable()),
      code: notPersonal(p.text()),
      age: p.integer(),
    });
    const Planted = defineEntity({
      name: 'Planted',
      tableName: 'planted',
      properties: { id: p.uuid().primary(), ...map.properties },
    });
    expect(new PersonalTable('planted', map, { whenMentioned: 'erase' }).columns).toEqual([
      { name: 'nick', mark: {}, type: 'text', isNullable: true },
    ]);
    expect((Planted.meta.properties.code as { personal?: unknown }).personal).toBe(false);
  });

  it('is refused for a column that is neither text nor JSON', () => {
    const map = columns({ age: personal(p.integer()) });
    expect(() => new PersonalTable('planted', map, { whenMentioned: 'erase' })).toThrow(
      'A personal column of planted is neither text nor JSON.',
    );
    expect(() => new PersonalTable('planted', columns({}), { whenMentioned: 'erase' })).toThrow(
      'The table planted has no personal column.',
    );
  });
});
