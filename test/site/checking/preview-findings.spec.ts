import { action, pathOf } from '../../pages/records.js';
import { useTestService } from '../../support/test-service.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service, api } = used;
const visitor = new SiteVisitor(used);

const WRONG = {
  metadata: { title: 'T', description: 'D' },
  actions: [{ ...action('a'), actionType: 'open_ulr' }],
};
const FINDINGS = '<aside class="findings"';

const inSite = ({ url }: { url: string }) => url.slice(service.siteUrl.length);

async function urlsOf(page: object, query: string): Promise<Record<'version' | 'unsaved', string>> {
  const audience = await visitor.audience({}, (await visitor.page(page)).pageId);
  const version = `${pathOf(audience)}/versions/${audience.latestVersion.versionId}/preview${query}`;
  const { body } = await api.post(`/v0/pages/${audience.pageId}/preview${query}`, {}).expect(200);
  return { version: inSite(await visitor.read<{ url: string }>(version)), unsaved: inSite(body) };
}

describe.each(['version', 'unsaved'] as const)('the preview of a page (%s)', (kind) => {
  it('shows findings on top if they were asked for', async () => {
    const { [kind]: url } = await urlsOf(WRONG, '?findings=true');
    const { text, headers } = await visitor.open(url).expect(200);
    expect(text).toContain(FINDINGS);
    expect(text.indexOf(FINDINGS)).toBeLessThan(text.indexOf('<main'));
    expect(text).toContain('1 finding: 1 error.');
    expect(text).toContain('/actions/0/actionType');
    expect(text).toContain('Did you mean &quot;open_url&quot;?');
    expect(headers['cache-control']).toBe('private, no-store');
  });

  it('says that there are none', async () => {
    const clean = { ...WRONG, actions: [action('a')] };
    const { [kind]: url } = await urlsOf(clean, '?findings=true');
    const { text } = await visitor.open(url).expect(200);
    expect(text).toContain('The check has found nothing.');
  });

  it('has none otherwise, and nobody can add them to a URL, or take them away', async () => {
    const { [kind]: without } = await urlsOf(WRONG, '');
    expect((await visitor.open(without).expect(200)).text).not.toContain(FINDINGS);
    const { text } = await visitor.open(`${without}?findings=true`).expect(403);
    expect(text).not.toContain(FINDINGS);
    for (const query of ['findings=false', 'findings[]=true', 'findings=true&findings=true'])
      expect((await visitor.open(`${without}?${query}`)).text).not.toContain(FINDINGS);
    const { [kind]: asked } = await urlsOf(WRONG, '?findings=true');
    await visitor.open(asked.split('?')[0]!).expect(403);
    expect((await visitor.open(`${asked}&more=1`).expect(200)).text).toContain(FINDINGS);
  });

  it('escapes whatever the page says', async () => {
    const hostile = `</code></aside><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const actions = [{ ...action('a'), actionType: hostile, url: `javascript:${hostile}` }];
    const { [kind]: url } = await urlsOf(
      { ...WRONG, actions, brandId: `brand_${hostile}` },
      '?findings=true',
    );
    const { text } = await visitor.open(url).expect(200);
    expect(text).toContain('3 findings: 2 errors, 1 warning.');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
  });
});

it('findings of an unsaved preview are of what is not saved, those of a version of what is', async () => {
  const audience = await visitor.audience({}, (await visitor.page(WRONG)).pageId);
  const { audienceId, pageId } = audience;
  const body = { actions: [action('a')], audienceId, audience: { bodyOverride: '[It](demo)' } };
  const { body: unsaved } = await api.post(`/v0/pages/${pageId}/preview?findings=true`, body).expect(200);
  const { text } = await visitor.open(inSite(unsaved)).expect(200);
  expect(text).toContain('1 finding: 1 error.');
  expect(text).toContain('/bodyOverride');
});

it('a page has no findings, whatever its visitors add to the URL', async () => {
  await visitor.shown('/with-faults', WRONG);
  for (const query of ['', '?findings=true'])
    expect((await visitor.open(`/home/with-faults${query}`).expect(200)).text).not.toContain(FINDINGS);
});
