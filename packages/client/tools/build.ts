/** Builds the package: types from the OpenAPI document if it has changed, then the compiler. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fingerprint, GENERATED } from './generated-from.ts';

const root = join(import.meta.dirname, '..');

const isGenerated =
  existsSync(GENERATED.fingerprint) && readFileSync(GENERATED.fingerprint, 'utf8') === fingerprint();

if (!isGenerated) run(join(root, 'tools/generate.ts'));
run(createRequire(import.meta.url).resolve('typescript/bin/tsc'), '-b', root);

function run(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
