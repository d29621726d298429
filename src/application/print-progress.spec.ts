import { printProgress } from './print-progress.js';

function printed(isTTY: boolean): string {
  let text = '';
  const progress = printProgress({ isTTY, write: (part: string) => (text += part) });
  progress.step('Starting PostgreSQL');
  progress.part('Migration Pages', 1, 2);
  progress.part('Migration Topics', 2, 2);
  return text;
}

it('prints one line for each step', () => {
  expect(printed(false)).toBe('Starting PostgreSQL\nMigration Pages (1 of 2)\nMigration Topics (2 of 2)\n');
});

it('draws a bar on a terminal, in one line', () => {
  const [step, bar, ...rest] = printed(true).split('\n');
  expect([step, rest]).toEqual(['Starting PostgreSQL', ['']]);
  expect(bar!.split('\r\u001B[K')).toEqual([
    '',
    `${'█'.repeat(12)}${'░'.repeat(12)} Migration Pages (1 of 2)`,
    `${'█'.repeat(24)} Migration Topics (2 of 2)`,
  ]);
});
