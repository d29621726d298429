import type { INestApplication } from '@nestjs/common';
import { LinksApi, SAMPLE_PATH } from '../modules/links/index.js';
import { SHOWCASE_PAGES } from '../modules/pages/index.js';
import { DEFAULT_TENANT } from '../shared/auth/tenant-store.js';
import { SiteAddress } from '../shared/config/site-address.js';

/** The page that a start announces: a finished one, or that of the docs if the samples are those of an earlier release. */
export async function samplePageUrl(app: INestApplication): Promise<string | undefined> {
  const [{ path: finished }] = SHOWCASE_PAGES;
  const links = app.get(LinksApi, { strict: false });
  const found = await links.onOwnAddress(DEFAULT_TENANT, (owner) => links.find(owner, finished));
  const path = found ? finished : SAMPLE_PATH;
  return app.get(SiteAddress).urlOf({ domain: null, tenantSlug: DEFAULT_TENANT, path });
}
