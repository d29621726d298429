import type { Cleanup } from '../setup/cleanup.ts';
import { PAGE, post } from '../setup/posts.ts';
import type { Surroundings, Target } from '../setup/servers.ts';
import { makeLinks } from '../site/pages.ts';
import type { Flood } from './flood.ts';
import { readUnderFloods, type FloodOptions } from './under-floods.ts';

/** More than `SITE_RATE_LIMIT` allows in the long run, so that the burst of an address is used as well. */
const OF_ONE_ADDRESS = { connections: 32, perSecond: 300 };

/**
 * Measures what a single address may send to the site, for another tenant that reads a record. The targets: p50 below 3
 * times, p99 below 10 times, memory below 1.5 times the quiet value.
 */
export function measureVisitors(
  place: Surroundings,
  options: FloodOptions,
  cleanup: Cleanup,
): Promise<string> {
  return readUnderFloods(place, floodsOf, options, cleanup);
}

/** Of each kind more than a page shows, and a text that takes long to render. */
const LARGE_PAGE = {
  ...PAGE,
  body: '# a\n\n- [b](https://example.com)\n- d\n\n|a|b|\n|-|-|\n|c|d|\n\n'.repeat(1785),
  actions: Array.from({ length: 2000 }, (_, at) => ({
    ...{ actionId: String(at), purpose: 'a', buttonTitle: 'b', actionType: 'copy_text', url: 'c' },
  })),
  actionCardWidgets: Array.from({ length: 6000 }, () => ({
    ...{ type: 'video', title: 'a', url: 'https://example.com/b.mp4', logos: [] },
  })),
  footerLinks: [
    { id: '', title: '', links: Array.from({ length: 1900 }, () => ({ id: '', text: 'a', url: '/b' })) },
  ],
};

async function floodsOf(foyer: Target, databaseUrl: string): Promise<Flood[]> {
  const site = foyer.siteUrl!;
  const { pageId, audienceId } = await makeLinks(foyer, databaseUrl);
  const get = async <Answer>(path: string) =>
    (await (await fetch(foyer.url + path, { headers: foyer.headers })).json()) as Answer;
  const { chartUrl } = await get<{ chartUrl: string }>(`/v0/pages/${pageId}/analytics?breakdown=device`);
  const previewOf = async (audience: string) => {
    const { latestVersion } = await get<{ latestVersion: { versionId: string } }>(audience);
    const { url } = await get<{ url: string }>(`${audience}/versions/${latestVersion.versionId}/preview`);
    return url.slice(site.length);
  };
  const preview = await previewOf(`/v0/pages/${pageId}/audiences/${audienceId}`);
  const { pageId: largeId } = await post(foyer, '/v0/pages', LARGE_PAGE);
  const { audienceId: largeAudienceId } = await post(foyer, `/v0/pages/${largeId}/audiences`, {});
  const largePreview = await previewOf(`/v0/pages/${largeId}/audiences/${largeAudienceId}`);
  const html = await (await fetch(`${site}/default/bench`)).text();
  const form = /<form[^>]* action="([^"]+)"/.exec(html)![1]!;
  const token = /data-token="([^"]+)"/.exec(html)![1]!;
  const reads = (path: string) => ({ kind: 'requests', request: { method: 'GET', path } }) as const;
  const toSite = (name: string, sends: Flood['sends']): Flood => ({
    ...{ name, url: site, ...OF_ONE_ADDRESS, sends },
  });
  return [
    toSite('large clicks and ends', { kind: 'clicks', token }),
    toSite('forms in a large visit', { kind: 'forms', path: form }),
    toSite('previews', reads(preview)),
    toSite('previews of a large page', reads(largePreview)),
    toSite('uncached pages', { kind: 'pages', path: '/default/bench/' }),
    { ...toSite('charts', reads(chartUrl)), url: foyer.url },
  ];
}
