import { spawnSync } from 'node:child_process';
import { globSync, statSync, utimesSync } from 'node:fs';

/** Runs `dist/cli.js`. Builds it first only if it is older than the source, because the compiler takes seconds. */
const STAMP = 'dist/.tsbuildinfo';

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isBuilt(): boolean {
  const builtAt = changedAt(STAMP);
  const sources = ['tsconfig.json', 'package.json', ...globSync('src/**/*')];
  return builtAt > 0 && sources.every((path) => changedAt(path) <= builtAt);
}

if (!isBuilt()) {
  const { status } = spawnSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  utimesSync(STAMP, new Date(), new Date());
}
await import('#built/cli.js');
