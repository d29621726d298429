import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Migration } from '@mikro-orm/migrations';
import { SCHEMAS } from '../../../src/application/modules.js';
import {
  migrationHashes,
  type MigrationHashes,
} from '../../../src/shared/database/schema/migration-hashes.js';
import type { Schema } from '../../../src/shared/database/schema/orm-options.js';
import { TemplateMigration } from '../../../src/shared/database/schema/template-migration.js';

const RECORDED = JSON.parse(
  readFileSync(join(import.meta.dirname, 'migration-hashes.json'), 'utf8'),
) as Record<string, string>;

type Sending = (migration: Migration) => unknown;

const sendsOne: Sending = (migration) => migration.addSql('create table note (id uuid)');

describe('the migrations', () => {
  it('are as they were recorded', async () => {
    expect(changesIn(await migrationHashes(SCHEMAS), RECORDED)).toEqual([]);
  });

  it.each<[string, Sending]>([
    ['another text', (migration) => migration.addSql('create table note (id text)')],
    ['more', (migration) => [sendsOne(migration), migration.addSql('create table tag ()')]],
    ['nothing', () => undefined],
  ])('are not, where one sends %s', async (_what, sends) => {
    expect(changesIn(await hashesOf(migrationThat(sends)), await recordOf(sendsOne))).toEqual([
      'Made was changed: put it back as it was, and write a new migration. ' +
        'Only if no release has it: npm run migrations:record -- Made',
    ]);
  });

  it('are not, where one is new or gone', async () => {
    expect(changesIn(await hashesOf(migrationThat(sendsOne)), {})).toEqual([
      'Made is not recorded yet: npm run migrations:record',
    ]);
    expect(changesIn(new Map(), await recordOf(sendsOne))).toEqual(['Made is gone, but databases have it.']);
  });

  it('are hashed by what they send, however they come to it', async () => {
    const inSteps: Sending = (migration) => {
      for (const column of ['id']) migration.addSql(`create table note (${column} uuid)`);
    };
    expect(changesIn(await hashesOf(migrationThat(inSteps)), await recordOf(sendsOne))).toEqual([]);
  });
});

describe('a migration that sends more than fixed texts', () => {
  it.each<[string, Sending]>([
    ['reads rows', (migration) => migration.execute('select name from tenant')],
    ['uses entities', (migration) => migration.getEntityManager()],
    ['sends a statement with values', (migration) => migration.addSql({ sql: 'select ?' } as never)],
  ])('must have a template: it %s', async (_what, sends) => {
    await expect(hashesOf(migrationThat(sends))).rejects.toThrow(
      'Made sends more than fixed texts, so it must be a TemplateMigration.',
    );
  });

  it('is hashed by its template, and executes nothing else', async () => {
    class Made extends TemplateMigration {
      readonly template = ['create table note (id uuid)'];

      override async up(): Promise<void> {
        await this.execute('create table note (id text)');
      }
    }
    expect(changesIn(await hashesOf(Made), await recordOf(sendsOne))).toEqual([]);
    const driver = { execute: async () => [] };
    await expect(async () => new Made(driver as never, {} as never).up()).rejects.toThrow(
      'Made executes a statement that its template does not have.',
    );
  });
});

function changesIn(hashes: MigrationHashes, recorded: Readonly<Record<string, string>>): string[] {
  const changes = [...hashes].map(([name, hash]) => {
    if (!recorded[name]) return `${name} is not recorded yet: npm run migrations:record`;
    if (recorded[name] === hash) return [];
    return (
      `${name} was changed: put it back as it was, and write a new migration. ` +
      `Only if no release has it: npm run migrations:record -- ${name}`
    );
  });
  const gone = Object.keys(recorded).filter((name) => !hashes.has(name));
  return [...changes.flat(), ...gone.map((name) => `${name} is gone, but databases have it.`)];
}

function migrationThat(sends: Sending): Schema['migrations'][number] {
  return class Made extends Migration {
    override async up(): Promise<void> {
      await sends(this);
    }
  };
}

const hashesOf = (made: Schema['migrations'][number]) =>
  migrationHashes([{ entities: [], migrations: [made] }]);

const recordOf = async (sends: Sending) => Object.fromEntries(await hashesOf(migrationThat(sends)));
