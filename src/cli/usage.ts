import { synopsis, type Command } from './command.js';

export function usage(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [`  ${synopsis(command)}`, `      ${command.about}`]);
  return [
    'Usage: npm run -s cli -- <command>',
    '',
    ...lines,
    '',
    '  <scope>  * for everything, which is the default, or <area>:read or <area>:write',
    '  <time>   how long the key works: a number with m, h, d or w, such as 30m or 30d; without it, for ever',
    '  <limit>  requests a second, and at once after a pause, such as 50:500; the limit of its tenant holds, too',
    '',
    'The environment variables are those of the service: DATABASE_URL, or the embedded database in DATA_DIR.',
    '',
  ].join('\n');
}
