import { documentOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();

/** What a browser loads before it shows the first operation. */
const FILES = [
  '/docs',
  '/docs/docs.css',
  '/docs/swagger-ui.css',
  '/docs/swagger-ui-bundle.js',
  '/docs/browser/swagger-ui-init.js',
  '/docs/openapi.json',
];

function load(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(service.url + path, { redirect: 'manual', headers });
}

it('is at /docs, and the root leads there', async () => {
  const root = await load('/');
  expect([root.status, root.headers.get('location')]).toEqual([302, '/docs']);
  const page = await (await load('/docs')).text();
  expect(page).toContain('<title>Foyer</title>');
  const paths = [...page.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, path]) => path!);
  expect(paths).toEqual(
    expect.arrayContaining(['/docs/errors', '/docs/guides/first-page', '/docs/guides/webhooks']),
  );
  for (const path of paths) expect([path, (await load(path)).status]).toEqual([path, 200]);
});

it('loads nothing from elsewhere, and runs no script of its HTML', async () => {
  for (const path of ['/docs', '/docs/errors', '/docs/guides/webhooks']) {
    const answer = await load(path);
    const policy = answer.headers.get('content-security-policy')!;
    expect([path, policy]).toEqual([
      path,
      expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self';/),
    ]);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const page = await answer.text();
    expect(page.match(/<(?:script|link|img)[^>]+(?:src|href)="(?!\/)/g)).toBeNull();
  }
});

it('tells programs where to read, in /llms.txt', async () => {
  const answer = await load('/llms.txt');
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^# Foyer\n\n> /);
  const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path!);
  expect(links).toEqual([
    '/docs/openapi.json',
    '/docs/errors',
    '/docs',
    '/docs/guides/first-page',
    '/docs/guides/webhooks',
  ]);
  for (const path of links) expect([path, (await load(path)).status]).toEqual([path, 200]);
});

it('is compressed for those who can read it, under an ETag of its own', async () => {
  for (const path of FILES) {
    const zipped = await load(path, { 'accept-encoding': 'gzip, br' });
    const plain = await load(path, { 'accept-encoding': 'identity' });
    const encodings = [zipped, plain].map(({ headers }) => headers.get('content-encoding'));
    expect([path, ...encodings]).toEqual([path, 'gzip', null]);
    expect(zipped.headers.get('vary')).toContain('Accept-Encoding');
    expect(await zipped.text()).toBe(await plain.text());
    const [etag, other] = [zipped, plain].map(({ headers }) => headers.get('etag')!);
    expect(etag).not.toBe(other);
    const again = await api.get(path).set({ 'accept-encoding': 'gzip', 'if-none-match': etag! });
    expect([path, again.status]).toEqual([path, 304]);
  }
});

it('has a fourth of its size on the way', async () => {
  const sizes = await Promise.all(
    FILES.map(async (path) => {
      const zipped = await load(path, { 'accept-encoding': 'gzip' });
      return [Number(zipped.headers.get('content-length')), (await zipped.arrayBuffer()).byteLength] as const;
    }),
  );
  const [sent, read] = [0, 1].map((side) => sizes.reduce((sum, size) => sum + size[side as 0 | 1], 0));
  expect(sent! * 4).toBeLessThan(read!);
});

it('leaves answers of the API as they are', async () => {
  const answer = await api.get('/v0/topics').set('accept-encoding', 'gzip');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers.etag).toMatch(/^"/);
});

it('says where a key comes from', async () => {
  const { components } = (await documentOf(service)) as unknown as {
    components: { securitySchemes: Record<string, { description?: string }> };
  };
  expect(components.securitySchemes.apiKey!.description).toMatch(/\.data\/api-key[^]*key create/);
});

it('has every list of a form sent as one field for each item', async () => {
  const { paths } = await documentOf(service);
  const { content } = paths['/v0/assets']!.post!.requestBody as unknown as {
    content: Record<string, { encoding?: object }>;
  };
  expect(content['multipart/form-data']!.encoding).toEqual({ tags: { style: 'form', explode: true } });
});
