import { defineEntity, JsonType, p, TextType } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { optionsOf, transactionContext } from '../../src/shared/libraries/mikro-orm-internals.js';
import { internalsOf } from '../support/library-internals.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const part = internalsOf('@mikro-orm/core', '7.2.1', 'src/shared/libraries/mikro-orm-internals.ts');

const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: { id: p.integer().primary(), shortText: p.text(), paid: p.boolean().fieldName('is_paid') },
});

let database: TestDatabase;
let client: Client;
let orm: MikroORM;

beforeAll(async () => {
  database = await createTestDatabase('template1');
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    'create table note (id int primary key, short_text text not null, is_paid boolean not null)',
  );
  orm = await MikroORM.init({ clientUrl: database.url, entities: [Note], ensureDatabase: false });
});
afterAll(async () => {
  await orm.close();
  await client.end();
  await database.drop();
});

part('a property that `p` has built has its `fieldName` in `~options`', () => {
  const [named, unnamed] = [p.text().fieldName('called'), p.text()].map((built) => optionsOf(built));
  return named!.fieldName === 'called' && unnamed!.fieldName === undefined;
});

part('a property that `p` has built has its `type` in `~options`, as a class or an instance of it', () => {
  const types = [p.text(), p.json()].map((built) => optionsOf(built).type);
  const isOf = (type: unknown, expected: unknown) =>
    type === expected || (type as object).constructor === expected;
  return isOf(types[0], TextType) && isOf(types[1], JsonType);
});

part('a property that `p` has built has `nullable` and `columnType` in `~options`', () => {
  const [json, text] = [p.json().columnType('json').nullable(), p.text()].map((built) => optionsOf(built));
  return json!.nullable === true && json!.columnType === 'json' && !text!.nullable && !text!.columnType;
});

part("an option of our own in `~options` is in the entity's metadata", () => {
  const text = p.text();
  optionsOf(text).personal = false;
  const Marked = defineEntity({ name: 'Marked', properties: { id: p.integer().primary(), text } });
  return (Marked.meta.properties.text as { personal?: unknown }).personal === false;
});

part('a column without a name is called as its property, in snake case', () => {
  const { shortText, paid } = orm.getMetadata().get(Note).properties;
  return shortText.fieldNames.join() === 'short_text' && paid.fieldNames.join() === 'is_paid';
});

part(
  'all that is asked of a transaction context is `executeQuery`, with `sql` and `parameters`',
  async () => {
    const asked = new Set<unknown>();
    const sent: string[] = [];
    const context = transactionContext((statement) => {
      sent.push(statement.text.split(' ')[0]!);
      return client.query(statement);
    });
    const watched = new Proxy(context, {
      get: (target, name) => (asked.add(name), Reflect.get(target, name)),
    });
    const em = orm.em.fork();
    em.setTransactionContext(watched);
    await client.query('begin');
    em.create(Note, { id: 1, shortText: 'first', paid: false });
    await em.flush();
    em.clear();
    const note = await em.findOneOrFail(Note, { id: 1 });
    note.shortText = 'second';
    await em.flush();
    const { rows } = await client.query<{ short_text: string }>('select short_text from note');
    em.remove(note);
    await em.flush();
    // Neither committed nor rolled back by the ORM.
    const isOpen = client.getTransactionStatus() === 'T';
    await client.query('rollback');
    const isAll = [...asked].join() === 'executeQuery' && sent.join() === 'insert,select,update,delete';
    return isAll && isOpen && rows[0]!.short_text === 'second';
  },
);

part('how many rows were changed is told by `numAffectedRows`', async () => {
  const em = orm.em.fork();
  em.setTransactionContext(transactionContext(async () => ({ rows: [], rowCount: 7 })));
  return (await em.nativeUpdate(Note, { id: 1 }, { paid: true })) === 7;
});
