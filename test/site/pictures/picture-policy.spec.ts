import { made } from '../../assets/support.js';
import { useTestService } from '../../support/test-service.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service } = used;
const visitor = new SiteVisitor(used);

describe('the policy of a page', () => {
  const logos = (urls: readonly string[]) => ({
    actionCardWidgets: urls.map((url) => ({
      ...{ type: 'logo_marquee', title: '' },
      logos: [{ image: { altText: 'Logo', url, fileId: '', assetId: '' } }],
    })),
  });

  const scripts = [{ content: 'x()', enabled: true, name: 'x', description: '' }];

  async function sourcesOf(path: string, page: object): Promise<string> {
    await visitor.shown(path, page);
    const { headers } = await visitor.open(`/home${path}`).expect(200);
    return /img-src ([^;]*)/.exec(headers['content-security-policy']!)![1]!;
  }

  it('allows images of the page itself alone', async () => {
    const { assetId } = await made(service);
    expect(
      await sourcesOf('/own', { body: `![A photo](asset:${assetId}) ![x](https://a.example/x.png)` }),
    ).toBe(`'self' data:`);
  });

  it('names the hosts of logos, each once', async () => {
    const urls = [
      'https://a.example/1.png',
      'https://a.example/2.png',
      'http://b.example:8080/3.png',
      'data:,',
    ];
    expect(await sourcesOf('/hosts', logos(urls))).toBe(
      `'self' https://a.example http://b.example:8080 data:`,
    );
  });

  it('is not changed by a host with the characters of a policy', async () => {
    const { actionCardWidgets } = logos(['https://a;script-src/x.png', 'https://a,default-src/x.png']);
    await visitor.shown('/odd-hosts', { actionCardWidgets });
    const { headers } = await visitor.open('/home/odd-hosts').expect(200);
    expect(headers['content-security-policy']).toContain(`img-src 'self' data:;`);
  });

  it('stays short: it allows all hosts if they are too many to name', async () => {
    const urls = Array.from({ length: 51 }, (_, at) => `https://host-${at}.example/x.png`);
    expect(await sourcesOf('/fifty', logos(urls.slice(1)))).toContain('https://host-50.example');
    expect(await sourcesOf('/fifty-one', logos(urls))).toBe(`'self' http: https: data:`);
  });

  it('allows all images where scripts of the tenant run, which may show any', async () => {
    expect(await sourcesOf('/no-scripts', { scripts })).toBe(`'self' data:`);
    const tenantDomainId = await visitor.provenDomain();
    await visitor.link('/scripts', await visitor.audience({}, (await visitor.page({ scripts })).pageId), {
      tenantDomainId,
    });
    const { headers } = await visitor.onDomain('/scripts').expect(200);
    expect(headers['content-security-policy']).toContain(`img-src 'self' http: https: data:`);
  });
});
