import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Settings } from '../shared/config/settings.js';
import { cliCommand } from '../shared/config/cli-command.js';
import type { Announcement } from './service.js';

export function announce(announcement: Announcement, settings: Settings, logger: Logger): void {
  const { url, siteUrl: site, consoleUrl: console } = announcement;
  const { ROLE: role, PROCESSES } = settings;
  if (isForPeople(settings)) process.stdout.write(welcome(announcement, settings));
  else
    logger.info(
      { url, site, console, role, ...(PROCESSES > 1 && { processes: PROCESSES, pid: process.pid }) },
      'ready',
    );
}

/** The output is text for a person, not log lines. */
export function isForPeople({ ROLE, DATABASE_URL }: Settings): boolean {
  return ROLE !== 'worker' && (DATABASE_URL === undefined || process.stdout.isTTY);
}

function welcome(announcement: Announcement, settings: Settings): string {
  const { url, samplePageUrl, consoleUrl, signInUrl = consoleUrl, embedded } = announcement;
  const { DATA_DIR, PROCESSES } = settings;
  const key = keyOf(announcement, settings);
  return [
    '',
    'Foyer is ready.',
    '',
    ...(signInUrl ? [`  Console   ${signInUrl}`] : []),
    `  Docs      ${url}/docs`,
    ...(samplePageUrl ? [`  A page    ${samplePageUrl}`] : []),
    `  API key   ${key.shown}`,
    `  Data      ${embedded ? `${DATA_DIR} (embedded PostgreSQL)` : 'DATABASE_URL'}`,
    ...(PROCESSES > 1 ? [`  Processes ${PROCESSES}; send signals to their parent, ${process.pid}`] : []),
    `  Try       curl -s -H "x-api-key: ${key.inShell}" ${url}/v0/topics`,
    '',
    '',
  ].join('\n');
}

/** The key itself is shown only on a terminal. Other output may be stored where others can read it. */
function keyOf(
  { apiKey }: Announcement,
  { API_KEY, DATA_DIR }: Settings,
): { shown: string; inShell: string } {
  if (apiKey === undefined)
    return { shown: `create one: ${cliCommand('key create --tenant default')}`, inShell: '<key>' };
  if (process.stdout.isTTY) return { shown: apiKey, inShell: apiKey };
  if (API_KEY) return { shown: 'the value of API_KEY', inShell: '$API_KEY' };
  const file = join(DATA_DIR, 'api-key');
  return { shown: `in ${file}`, inShell: `$(cat ${file})` };
}
