import { Foyer, VersionNotPublishedError } from '@foyer/client';
import { failureOf } from './failure-of.js';
import { json, ScriptedServer, silent, type Reply } from './scripted-server.js';

let server: ScriptedServer;
beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.stop());

const version = (status: string, rest: object = {}) => ({
  ...{ versionId: 'version_1', status, publishedAt: null, draftReason: null, ...rest },
});
const answers = (status: string, rest: object = {}): Reply =>
  json(version(status, rest), { etag: `"${status}"` });
const unchanged: Reply = (answer) => answer.writeHead(304).end();

function wait(waitMs?: number) {
  const { versions } = new Foyer({ url: server.url, key: 'a-key' }).pages.audiences;
  return versions.waitUntilPublished('page_1', 'audience_1', 'version_1', { waitMs: waitMs ?? 10_000 });
}

describe('waiting for a version', () => {
  it('ends when it is published, and asks only for what is new', async () => {
    const published = { publishedAt: '+1763164800000' };
    server.answers(answers('queued'), unchanged, answers('processing'), answers('published', published));
    expect(await wait()).toEqual(version('published', published));
    const known = server.calls.map(({ headers }) => headers['if-none-match']);
    expect(known).toEqual([undefined, '"queued"', '"queued"', '"processing"']);
  });

  it('ends, too, if a newer version has replaced it since', async () => {
    server.answers(answers('archived', { publishedAt: '+1763164800000' }));
    expect(await wait()).toMatchObject({ status: 'archived' });
  });

  it.each([
    [
      'draft',
      { draftReason: { code: 'composer_failed', detail: 'The model is away.' } },
      'is draft: The model is away.',
    ],
    ['cancelled', {}, 'Version version_1 is cancelled.'],
    ['archived', {}, 'Version version_1 is archived.'],
  ])('fails if it will not be published: %s', async (status, rest, message) => {
    server.answers(answers('queued'), answers(status, rest));
    const failure: unknown = await wait().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(VersionNotPublishedError);
    expect(failure).toMatchObject({
      message: expect.stringContaining(message),
      version: version(status, rest),
    });
  });

  it('ends when it is published, also behind a proxy that takes the ETag away', async () => {
    const [queued, published] = [version('queued'), version('published', { publishedAt: '+1763164800000' })];
    server.answers(json(queued), json(published));
    expect(await wait()).toEqual(published);
  });

  it.each([
    ['from the beginning', [silent], 'There was no answer within 300 ms.'],
    ['later', [answers('queued'), silent], 'Version version_1 is still queued after 300 ms.'],
  ])('ends after a while, too, if the server does not answer %s', async (_, replies, detail) => {
    server.answers(...replies);
    expect(await failureOf(wait(300))).toMatchObject({ code: 'timed_out', detail });
  });

  it('ends with the reason of its signal', async () => {
    server.answers(answers('queued'), unchanged);
    const controller = new AbortController();
    const { versions } = new Foyer({ url: server.url, key: 'a-key' }).pages.audiences;
    const { signal } = controller;
    const waiting = versions.waitUntilPublished('page_1', 'audience_1', 'version_1', { signal });
    const ended = expect(waiting).rejects.toThrow('enough');
    while (server.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('enough'));
    await ended;
  });

  it('ends after a while', async () => {
    server.answers(answers('queued'), unchanged);
    expect(await failureOf(wait(300))).toMatchObject({
      code: 'timed_out',
      detail: 'Version version_1 is still queued after 300 ms.',
    });
  });
});
