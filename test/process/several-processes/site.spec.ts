import { startProxy } from '../proxy.js';
import { cleanUp, freshDatabase, run, start, until, type Instance } from '../support.js';

afterEach(cleanUp);

const PAGE = {
  ...{ name: 'Spring', pageContext: 'Offers', pageType: 'inbound', brandId: 'acme' },
  ...{ actions: [], actionCardWidgets: [], scripts: [] },
};

/** Answers the path of the audience in the API. It is shown at `/default/spring`. */
async function makePage(instance: Instance): Promise<string> {
  const made = async (path: string, body: object) => (await instance.send('POST', path, body)).json();
  const { pageId } = await made('/v0/pages', PAGE);
  const { audienceId } = await made(`/v0/pages/${pageId}/audiences`, {});
  await made('/v0/page_links', { path: '/spring', target: { targetType: 'audience', audienceId } });
  return `/v0/pages/${pageId}/audiences/${audienceId}`;
}

const visit = async ({ siteUrl }: Instance, path = '/default/spring') => (await fetch(siteUrl + path)).status;

it('each process follows what another one changes within a second', async () => {
  const DATABASE_URL = await freshDatabase();
  const [one, other] = await Promise.all([1, 2].map(() => start({ DATABASE_URL, ROLE: 'api' })));
  const audience = await makePage(one!);
  expect(await Promise.all([one!, other!].map((each) => visit(each)))).toEqual([200, 200]);
  for (const [method, path, status] of [
    ['DELETE', audience, 404],
    ['POST', `${audience}/restore`, 200],
  ] as const) {
    expect((await one!.send(method, path, {})).status).toBe(200);
    const begin = performance.now();
    await until(async () => (await visit(other!)) === status);
    expect(performance.now() - begin).toBeLessThan(1500);
  }
});

it('shows a preview of what is not saved that another process has made, which is then killed', async () => {
  const DATABASE_URL = await freshDatabase();
  const [one, other] = await Promise.all([1, 2].map(() => start({ DATABASE_URL, ROLE: 'api' })));
  const made = async (path: string, body: object) => (await one!.send('POST', path, body)).json();
  const { pageId } = await made('/v0/pages', PAGE);
  const { url } = await made(`/v0/pages/${pageId}/preview`, { body: 'Not saved **yet**' });
  expect(await one!.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
  const answer = await fetch(other!.siteUrl + new URL(url).pathname);
  expect(await answer.text()).toContain('Not saved <strong>yet</strong>');
});

it('sends drawn pictures without a warning of Node', async () => {
  const instance = await start({ DATABASE_URL: await freshDatabase(), ROLE: 'api' });
  await makePage(instance);
  const html = await (await fetch(`${instance.siteUrl}/default/spring`)).text();
  const [, picture] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const answer = await fetch(picture!);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  await answer.arrayBuffer();
  await instance.stop();
  expect(instance.stderr).not.toContain('Warning');
});

it('shows what it has shown while the database is away or frozen, ends in good order, and has no site as a worker', async () => {
  const databaseUrl = await freshDatabase();
  const proxy = await startProxy(databaseUrl);
  const instance = await start({
    DATABASE_URL: proxy.url,
    DATABASE_WAIT_MS: '1000',
    SHUTDOWN_TIMEOUT_MS: '1000',
  });
  const audience = await makePage(instance);
  expect(await visit(instance)).toBe(200);

  const expectShown = async () => {
    // Long enough for several looks at the database that fail.
    const end = performance.now() + 2500;
    while (performance.now() < end) expect(await visit(instance)).toBe(200);
  };
  await proxy.close();
  await expectShown();
  expect(await visit(instance, '/_foyer/health')).toBe(200);
  // For the engine of its container: a restart would not bring the database back.
  const check = run([process.execPath, 'dist/healthcheck.js'], { PORT: new URL(instance.url).port });
  expect(await check.ended).toEqual({ code: 0, signal: null });
  expect((await instance.get('/health/ready')).status).toBe(503);
  expect(await visit(instance, '/default/never-shown')).toBe(503);
  await proxy.reopen();
  expect((await until(async () => await settled(instance.send('DELETE', audience, {})))).status).toBe(200);
  await until(async () => (await visit(instance)) === 404);
  await instance.send('POST', `${audience}/restore`, {});
  await until(async () => (await visit(instance)) === 200);

  proxy.freeze();
  await expectShown();
  expect(await instance.stop()).toEqual({ code: 0, signal: null });
  await expect(visit(instance)).rejects.toThrow();

  const worker = await start({ DATABASE_URL: databaseUrl, ROLE: 'worker' });
  expect(worker.siteUrl).toBeUndefined();
});

/** Undefined while the database is not back. */
async function settled(sent: Promise<Response>): Promise<Response | undefined> {
  const answer = await sent;
  return answer.status === 503 ? undefined : answer;
}

it.each([
  [{ SITE_PORT: 'off' }, undefined],
  [{ SITE_PORT: 'off', SITE_URL: 'https://pages.example.com' }, 'https://pages.example.com/default/spring'],
  [{ SITE_URL: 'https://pages.example.com/' }, 'https://pages.example.com/default/spring'],
])('with %j a link is at %s', async (environment, url) => {
  const instance = await start({ DATABASE_URL: await freshDatabase(), ROLE: 'api', ...environment });
  await makePage(instance);
  const { items } = (await (await instance.get('/v0/page_links')).json()) as {
    items: { url: string | null }[];
  };
  expect(items[0]!.url).toBe(url ?? null);
});
