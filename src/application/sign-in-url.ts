import type { INestApplication } from '@nestjs/common';
import { OneTimeLinks } from '../modules/console/index.js';
import { isLoopbackName } from '../shared/config/console-address.js';

interface Start {
  consoleUrl: string | undefined;
  /** The initial key, which the URL signs in with. */
  apiKey: string | undefined;
}

/** The URL that signs in once. Only for a terminal: other output may be stored where others can read it. */
export async function signInUrl(
  app: INestApplication,
  { consoleUrl, apiKey }: Start,
): Promise<string | undefined> {
  if (consoleUrl === undefined || apiKey === undefined) return undefined;
  const links = app.get(OneTimeLinks, { strict: false });
  links.signInWith(apiKey);
  if (!process.stdout.isTTY) return undefined;
  if (!isLoopbackName(new URL(consoleUrl).hostname)) return undefined; // the link works on this machine only
  return consoleUrl + (await links.issue());
}
