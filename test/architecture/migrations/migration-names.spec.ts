import { glob } from 'node:fs/promises';
import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { SCHEMAS } from '../../../src/application/modules.js';
import {
  FIRST_NUMBER,
  migrationNumber,
  nextMigrationNumber,
} from '../../../src/shared/database/schema/migration-names.js';
import { ormOptions } from '../../../src/shared/database/schema/orm-options.js';

/** Number of names that have a time instead of a number. No more are added. */
const WITH_MOMENT = 51;

/** The names of migrations, by the file that lists them. */
type Lists = Record<string, readonly string[]>;

const stated = SCHEMAS.flatMap(({ migrations }) => migrations.map(({ name }) => name));
const next = nextMigrationNumber(stated);
let lists: Lists;

beforeAll(async () => {
  lists = await listsOfFiles();
});

it('each *.migration.ts exports one list, and the modules state them all', () => {
  expect(Object.keys(lists).length).toBeGreaterThan(10);
  expect(stated.toSorted()).toEqual(Object.values(lists).flat().sort());
});

it('migrations run in the order of their names, whichever module has them', () => {
  const { migrations } = ormOptions({ url: 'postgres://host/name', schemas: SCHEMAS.toReversed() });
  expect(migrations!.migrationsList!.map(({ name }) => name)).toEqual(stated.toSorted());
});

it('each name is unique, has the next number, and is listed in its order', () => {
  expect(faultsIn(lists)).toEqual([]);
});

it('new migrations of several modules share one sequence of numbers', () => {
  const planted = {
    notes: [`Migration${next}Notes`, `Migration${next + 2}NoteKeys`],
    tags: [`Migration${next + 1}Tags`],
  };
  expect(faultsIn({ ...lists, ...planted })).toEqual([]);
});

it.each<[string, Lists, string]>([
  ['has a moment', { notes: ['Migration20261121000000Notes'] }, 'A new name has a number, not a moment.'],
  ['has fewer digits', { notes: ['Migration3001Notes'] }, 'Migration3001Notes is no name of a migration.'],
  ['has no word', { notes: [`Migration${next}`] }, `Migration${next} is no name of a migration.`],
  ['is there twice', { notes: [stated[0]!] }, `${stated[0]} is there twice.`],
  [
    'has the number of another one',
    { notes: [`Migration${next}Notes`], tags: [`Migration${next}Tags`] },
    `Migration${next}Tags must have the number ${next + 1}.`,
  ],
  [
    'leaves a number out',
    { notes: [`Migration${next + 1}Notes`] },
    `Migration${next + 1}Notes must have the number ${next}.`,
  ],
  [
    'is listed after a later one',
    { notes: [`Migration${next + 1}NoteKeys`, `Migration${next}Notes`] },
    'notes must list its migrations in the order of their names.',
  ],
])('a name is refused that %s', (_what, planted, fault) => {
  expect(faultsIn({ ...lists, ...planted })).toContain(fault);
});

function faultsIn(lists: Lists): string[] {
  const names = Object.values(lists).flat().sort();
  const numbered = names.filter((name) => (migrationNumber(name) ?? 0) >= FIRST_NUMBER);
  const nameless = names.filter((name) => migrationNumber(name) === undefined);
  const faults = [
    ...nameless.map((name) => `${name} is no name of a migration.`),
    ...names.filter((name, at) => names[at - 1] === name).map((name) => `${name} is there twice.`),
    ...numbered
      .map((name, at) => ({ name, expected: FIRST_NUMBER + at }))
      .filter(({ name, expected }) => migrationNumber(name) !== expected)
      .map(({ name, expected }) => `${name} must have the number ${expected}.`),
    ...Object.entries(lists)
      .filter(([, listed]) => listed.toSorted().join() !== listed.join())
      .map(([file]) => `${file} must list its migrations in the order of their names.`),
  ];
  const hasMoment = names.length - numbered.length - nameless.length;
  return hasMoment === WITH_MOMENT ? faults : [...faults, 'A new name has a number, not a moment.'];
}

async function listsOfFiles(): Promise<Lists> {
  const found: Lists = {};
  for await (const file of glob('src/**/*.migration.ts')) {
    const exported = Object.entries(
      (await import(`../../../${file.replace(/ts$/, 'js')}`)) as Record<string, Constructor<Migration>[]>,
    );
    expect([file, exported.map(([name]) => name)]).toEqual([
      file,
      [expect.stringMatching(/^\w+Migrations$/)],
    ]);
    found[file] = exported[0]![1].map(({ name }) => name);
  }
  return found;
}
