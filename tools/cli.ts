import { spawnSync } from 'node:child_process';
import { globSync, statSync, utimesSync } from 'node:fs';

/** Runs `dist/cli.js`. Builds it first only if it is older than the source, because the compiler takes seconds. */
const PROGRAM = {
  stamp: 'dist/.tsbuildinfo',
  sources: ['tsconfig.json', 'package.json', 'src/**/*'],
  script: 'build',
};

/** Only some commands need it, so the others do not wait for it. */
const API_COMMANDS = {
  stamp: 'packages/commands/dist/.tsbuildinfo',
  sources: [
    'docs/openapi.json',
    'packages/*/package.json',
    'packages/*/tsconfig.json',
    'packages/*/src/**/*.ts',
  ],
  script: 'build:commands',
};

/** The same for `mcp`, which the packages of the MCP server are installed for. */
const MCP_SERVER = {
  stamp: 'packages/mcp/dist/.tsbuildinfo',
  sources: [...API_COMMANDS.sources, 'packages/mcp/package-lock.json'],
  script: 'build:mcp',
};

/** The help lists all commands. */
const HELP_WORDS = ['', 'help', '-h', '--help'];

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function build({ stamp, sources, script }: typeof PROGRAM): void {
  const builtAt = changedAt(stamp);
  if (builtAt > 0 && sources.flatMap((each) => globSync(each)).every((path) => changedAt(path) <= builtAt))
    return;
  const { status } = spawnSync('npm', ['run', '-s', script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  utimesSync(stamp, new Date(), new Date());
}

build(PROGRAM);
const { API_WORDS } = await import('#built/cli/api-commands.js');
const [, , word = ''] = process.argv;
if ([...API_WORDS, ...HELP_WORDS].includes(word)) build(API_COMMANDS);
if (word === 'mcp') build(MCP_SERVER);
await import('#built/cli.js');
