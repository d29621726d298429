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

it('prints a line for each tenth of many parts', () => {
  const lines: string[] = [];
  const progress = printProgress({ write: (line: string) => lines.push(line) });
  for (let number = 1; number <= 365; number++) progress.part('Days', number, 365);
  expect(lines).toHaveLength(10);
  expect(lines.slice(0, 2)).toEqual(['Days (1 of 365)\n', 'Days (38 of 365)\n']);
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
