import { sitePortOf, TRACKER_PATH } from '../../../shared/config/site-address.js';
import type { Settings } from '../../../shared/config/settings.js';
import { SECOND_MS } from '../../../shared/kernel/durations.js';
import { type Finding, ok, warning, wrong } from './finding.js';

const PATIENCE_MS = 5 * SECOND_MS;

/** Whether the service runs is no fault of its own: the doctor also looks at one that does not start. */
export async function serviceFinding({ HOST, PORT, ROLE, PUBLIC_URL }: Settings): Promise<Finding> {
  const check = 'service';
  if (PORT === 0 && !PUBLIC_URL) return ok(check, 'PORT is 0, so its address is not known');
  const url = PUBLIC_URL ?? localUrl(HOST, PORT);
  const { status, fault } = await answerOf(`${url}/health/ready`);
  if (status === 200) return ok(check, `${url} is ready`);
  if (status !== undefined)
    return wrong(
      check,
      `${url} answers ${status} to /health/ready`,
      'Read its log: another program, or the database is away.',
    );
  const found = `nothing answers at ${url} (${fault})`;
  return PUBLIC_URL
    ? wrong(check, found, 'Start the service, or correct PUBLIC_URL or the proxy.')
    : warning(check, found, `Start the service${ROLE === 'all' ? '' : ` (ROLE is ${ROLE})`}.`);
}

export async function siteFinding(settings: Settings): Promise<Finding> {
  const check = 'site';
  const port = sitePortOf(settings);
  const { SITE_URL, HOST, DATABASE_URL } = settings;
  if (port === 'off') return ok(check, 'none: SITE_PORT is off');
  if (port === 0 && !SITE_URL) return ok(check, 'SITE_PORT is 0, so its address is not known');
  const url = SITE_URL ?? localUrl(HOST, port);
  const { status, fault } = await answerOf(url + TRACKER_PATH);
  if (status !== 200) {
    const found =
      status === undefined ? `nothing answers at ${url} (${fault})` : `${url} is not the site: ${status}`;
    return SITE_URL
      ? wrong(check, found, 'Start the service, or lead SITE_URL to its SITE_PORT.')
      : warning(check, found, 'Start the service.');
  }
  return SITE_URL || DATABASE_URL === undefined
    ? ok(check, `pages are at ${url}`)
    : warning(
        check,
        `pages are at ${url}, which only this machine reaches`,
        'Set SITE_URL to the public origin.',
      );
}

function localUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function answerOf(url: string): Promise<{ status?: number; fault?: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return { fault: cause?.code ?? name };
  }
}
