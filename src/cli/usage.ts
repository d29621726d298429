import { synopsis, type Command } from './command.js';

export function usage(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [`  ${synopsis(command)}`, `      ${command.about}`]);
  return [
    'Usage: npm run -s cli -- <command>',
    '',
    ...lines,
    '',
    '  <scope>  * for everything (the default), or <area>:read or <area>:write',
    '  <time>   lifetime of the key: a number with m, h, d or w, such as 30m or 30d; the default is unlimited',
    '  <limit>  requests per second and a burst, such as 50:500; the limit of the tenant applies, too',
    '',
    'The commands use the settings of the service: DATABASE_URL, or the embedded database in DATA_DIR.',
    '',
  ].join('\n');
}
