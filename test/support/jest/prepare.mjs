import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * The Node options of the script `jest` in package.json. Without `--experimental-vm-modules`, Jest can't load ECMAScript
 * modules.
 */
const NODE_OPTIONS = [
  '--max-semi-space-size=32',
  '--experimental-vm-modules',
  '--no-warnings=ExperimentalWarning',
];

/** Restarts a bare `npx jest` the way `npm test` starts it. Node can't enable modules later. */
export function startWithModules() {
  if (vm.SourceTextModule) return;
  if (!process.execve) refuse(`Node ${process.version} is too old for the tests; use npm test or npx jest.`);
  const { execPath, execArgv, argv, env } = process;
  process.execve(execPath, [execPath, ...execArgv, ...NODE_OPTIONS, ...argv.slice(1)], env);
}

/** Brings dist up to date, because tests run it; if the build fails, there is nothing to test. */
export function build() {
  run('packages/client/tools/build.ts', '--into', join(ROOT, 'dist'));
  run('node_modules/typescript/bin/tsc', '-b', join(ROOT, 'packages/commands'));
  // `npm run build:mcp` installs its packages; only its own tests need them.
  if (existsSync(join(ROOT, 'packages/mcp/node_modules')))
    run('node_modules/typescript/bin/tsc', '-b', join(ROOT, 'packages/mcp'));
  run('node_modules/typescript/bin/tsc', '-b', ROOT);
}

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(ROOT, script), ...args], { stdio: 'inherit' });
  if (status !== 0) refuse('The build failed, and tests run what is built.');
}

function refuse(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
