import 'reflect-metadata';
import { glob, readFile } from 'node:fs/promises';
import { JOBS, LISTS } from '../../src/application/modules.js';
import { defineEvents } from '../../src/shared/events/event-kind.js';
import { EventsModule } from '../../src/shared/events/events.module.js';
import { Empty } from '../../src/shared/http/endpoint/inputs.js';
import { JobCatalog } from '../../src/shared/jobs/job-catalog.js';
import { defineJob } from '../../src/shared/jobs/job-kind.js';
import { JobsModule } from '../../src/shared/jobs/jobs.module.js';
import { startupError } from '../../src/application/startup-errors.js';

/** The error that the operator would read at startup. */
function refusalOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return startupError(error);
  }
}

describe('the start is refused with one line where', () => {
  const [a, b] = [defineJob('a'), defineJob('b')];
  const jobs = new JobCatalog([a, b]);

  it('two events have one name', () => {
    const kind = { about: '', payload: Empty, resource: 'id' as never };
    const notes = defineEvents({ 'note.made': kind, 'note.gone': kind });
    expect(refusalOf(() => EventsModule.with([notes, {}]))).toBeUndefined();
    expect(refusalOf(() => EventsModule.with([notes, { 'note.gone': kind }]))).toBe(
      'The event note.gone is declared twice.',
    );
  });

  it('two kinds of jobs have one name', () => {
    expect(refusalOf(() => JobsModule.with([a, b]))).toBeUndefined();
    expect(refusalOf(() => JobsModule.with([a, b, defineJob('a')]))).toBe('The job a is declared twice.');
  });

  it('a kind of job does not have exactly one handler', () => {
    expect(refusalOf(() => jobs.assertOneHandlerEach([b, a]))).toBeUndefined();
    expect(refusalOf(() => jobs.assertOneHandlerEach([a]))).toBe(
      'The job b must have exactly one handler, but has 0.',
    );
    expect(refusalOf(() => jobs.assertOneHandlerEach([a, b, a]))).toBe(
      'The job a must have exactly one handler, but has 2.',
    );
  });

  it('a handler is for a kind of job that no module states', () => {
    expect(refusalOf(() => jobs.assertOneHandlerEach([a, b, defineJob('c')]))).toBe(
      'The job c has a handler, but no module declares it.',
    );
  });
});

/** The places where the source matches a pattern, with the match of its group. */
async function findAll(pattern: RegExp): Promise<{ file: string; name: string }[]> {
  const found: { file: string; name: string }[] = [];
  for await (const file of glob('src/**/*.{ts,tsx}', { exclude: ['**/*.spec.ts'] }))
    for (const [, name] of (await readFile(file, 'utf8')).matchAll(pattern))
      found.push({ file, name: name! });
  return found;
}

it('every list is stated by its module, under a name of its own', async () => {
  const found = (await findAll(/new ListRead(?:<[^(]*>)?\(\s*'([^']+)'/g)).map(({ name }) => name);
  expect(LISTS.map(({ name }) => name).sort()).toEqual(found.sort());
  expect(new Set(found).size).toBe(found.length);
});

it('kinds of jobs are in a *.jobs.ts, and those who do the work in a *.handler.ts', async () => {
  const kinds = await findAll(/= defineJob(?:<[^(]*>)?\(\s*'([^']+)'/g);
  const handlers = await findAll(/^@Handles\((\w+)\)/gm);
  expect(kinds.map(({ name }) => name).sort()).toEqual(JOBS.map(({ name }) => name).sort());
  expect(handlers).toHaveLength(JOBS.filter(({ forgets }) => !forgets).length);
  expect(kinds.filter(({ file }) => !file.endsWith('.jobs.ts'))).toEqual([]);
  expect(handlers.filter(({ file }) => !file.endsWith('.handler.ts'))).toEqual([]);
});
