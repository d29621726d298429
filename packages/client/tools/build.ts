/**
 * Builds the package: types from the OpenAPI document if it has changed, then the compiler. `--into <folder>` also
 * installs the package into that folder, whose code then finds it without npm.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fingerprint, GENERATED } from './generated-from.ts';

const root = join(import.meta.dirname, '..');
const { into } = parseArgs({ options: { into: { type: 'string' } } }).values;

const isGenerated =
  existsSync(GENERATED.fingerprint) && readFileSync(GENERATED.fingerprint, 'utf8') === fingerprint();

if (!isGenerated) run(join(root, 'tools/generate.ts'));
// `npm run types` checks the types: doing it here as well would take most of the time of this build.
run(createRequire(import.meta.url).resolve('typescript/bin/tsc'), '-b', root, '--noCheck');
if (into !== undefined) install(join(into, 'node_modules/@foyer/client'));

function run(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function install(folder: string): void {
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  const isCode = (file: string) => !/\.\w+$/.test(file) || file.endsWith('.js');
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true, filter: isCode });
}
