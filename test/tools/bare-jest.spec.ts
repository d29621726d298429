import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import { scratchTree } from './scratch-tree.js';
import { cleanUp, type Run, run } from '../process/support.js';

// Little depends on it, so little is compiled again.
const SOURCE = 'src/shared/answers/csv.ts';

const SPEC = `
  import { ADDED } from '../${SOURCE.replace('.ts', '.js')}';
  it('sees what was added', () => expect(ADDED).toBe('just now'));
`;

// What was changed is compiled, which takes its time on a busy machine.
jest.setTimeout(300_000);

afterEach(cleanUp);

it('builds what was changed before it runs a test, and runs none where that fails', async () => {
  const tree = await scratchTree();
  await writeFile(path.join(tree, 'test/added.spec.ts'), SPEC);
  await appendFile(path.join(tree, SOURCE), `export const ADDED = 'just now';`);
  const good = bareJest(tree);
  expect([await good.ended, good.stderr]).toEqual([
    { code: 0, signal: null },
    expect.stringContaining('1 passed, 1 total'),
  ]);

  await appendFile(path.join(tree, SOURCE), 'export const WRONG: number = ADDED;');
  const bad = bareJest(tree);
  expect(await bad.ended).toEqual({ code: 1, signal: null });
  expect(bad.stdout).toContain(`${SOURCE}(`);
  expect(bad.stderr).toMatch(/The build failed, and tests run what is built\.\n$/);
});

function bareJest(tree: string): Run {
  const environment = { DATABASE_URL: process.env.TEST_DATABASE_URL!, NODE_OPTIONS: '' };
  return run(['npx', 'jest', 'test/added.spec.ts'], environment, { cwd: tree });
}
