import type { Logger } from 'pino';
import type { Settings } from '../shared/config/settings.js';
import type { Announcement } from './service.js';

export function announce(announcement: Announcement, settings: Settings, logger: Logger): void {
  const { url, siteUrl: site, embedded } = announcement;
  const { ROLE: role, PROCESSES } = settings;
  const forPeople = role !== 'worker' && (embedded || process.stdout.isTTY);
  if (forPeople) process.stdout.write(welcome(announcement, settings));
  else
    logger.info(
      { url, site, role, ...(PROCESSES > 1 && { processes: PROCESSES, pid: process.pid }) },
      'ready',
    );
}

function welcome(
  { url, samplePageUrl, apiKey, embedded }: Announcement,
  { DATA_DIR, PROCESSES }: Settings,
): string {
  const key = apiKey ?? '<key>';
  return [
    '',
    'Foyer is ready.',
    '',
    `  Docs      ${url}/docs`,
    ...(samplePageUrl ? [`  A page    ${samplePageUrl}`] : []),
    `  API key   ${apiKey ?? 'create one: npm run -s cli -- key create --tenant default'}`,
    `  Data      ${embedded ? `${DATA_DIR} (embedded PostgreSQL)` : 'DATABASE_URL'}`,
    ...(PROCESSES > 1 ? [`  Processes ${PROCESSES}; send signals to their parent, ${process.pid}`] : []),
    `  Try       curl -s -H 'x-api-key: ${key}' ${url}/v0/topics`,
    '',
    '',
  ].join('\n');
}
