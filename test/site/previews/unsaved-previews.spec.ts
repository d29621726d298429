import { jest } from '@jest/globals';
import { ForgetPreviewsHandler } from '../../../src/modules/pages/previews/forget-previews.handler.js';
import { PreviewLimit } from '../../../src/modules/pages/previews/preview-limit.js';
import { clock } from '../../../src/shared/kernel/clock.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { action, pathOf } from '../../pages/records.js';
import { dumpOf } from '../../support/database-dump.js';
import { HeldTransaction } from '../../support/held-transaction.js';
import { recordedTypes } from '../../support/recorded-events.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { SiteVisitor } from '../site-visitor.js';

// Without a worker, so that nothing is forgotten meanwhile.
const used = useTestService();
const { service, api, strangerApi } = used;
const visitor = new SiteVisitor(used);

afterEach(() => void jest.restoreAllMocks());

interface Preview {
  url: string;
  expiresAt: string;
}

const previewOf = ({ pageId }: { pageId: string }) => `/v0/pages/${pageId}/preview`;

async function preview(page: { pageId: string }, body: object = {}, query = ''): Promise<Preview> {
  return (await api.post(previewOf(page) + query, body).expect(200)).body as Preview;
}

/** Where the site is asked for it. */
const pathIn = ({ url }: Preview) => url.slice(service.siteUrl.length);

const shown = async (of: Preview) => (await visitor.open(pathIn(of)).expect(200)).text;

/** Shown from memory for half a second more. */
const gone = (of: Preview) => until(async () => (await visitor.open(pathIn(of))).status === 404);

const storedPreviews = async () =>
  (await service.pool.query<{ count: number }>('select count(*)::int as count from page_preview')).rows[0]!
    .count;

describe('a preview of what is not saved', () => {
  it('shows the changed fields, and the stored ones beside them, of a page without an audience', async () => {
    const page = await visitor.page({ body: 'As it is', metadata: { title: 'Stored' } });
    expect(await shown(await preview(page, { body: 'As **it** could be' }))).toMatch(
      /<h1[^>]*>Stored<\/h1>[^]*As <strong>it<\/strong> could be/,
    );
    const { text, headers } = await visitor.open(pathIn(await preview(page, { metadata: null }))).expect(200);
    expect(text).toMatch(/<h1[^>]*>Plain<\/h1>[^]*As it is/);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).not.toContain('rel="canonical"');
    expect(text).not.toContain('/_foyer/t.js');
    expect(headers).toMatchObject({
      ...{
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-store',
      },
    });
  });

  it('greets the person of its audience, with fields of both', async () => {
    const { body: person } = await api.post('/v0/persons', { name: 'Ada Previewed' }).expect(201);
    const audience = await visitor.audience({ personId: person.personId, bodyOverride: 'Stored for Ada' });
    const { audienceId } = audience;
    const html = await shown(
      await preview(audience, { metadata: { description: 'Of the page' }, audienceId }),
    );
    expect(html).toMatch(/For <bdi>Ada Previewed<\/bdi>[^]*Of the page[^]*Stored for Ada/);
    const changed = await preview(audience, {
      body: 'Of the page',
      audienceId,
      audience: { bodyOverride: null },
    });
    expect(await shown(changed)).toMatch(/<p[^>]*>Of the page<\/p>/);
  });

  it('has a form that can not be sent', async () => {
    const page = await visitor.page();
    const html = await shown(
      await preview(page, { actions: [{ ...action('talk'), actionType: 'submit_form' }] }),
    );
    expect(html).toContain('type="email"');
    expect(html).not.toContain('<form class="form" method="post" action');
  });

  it('is only on the address of the site itself', async () => {
    await visitor.provenDomain();
    const path = pathIn(await preview(await visitor.page()));
    await visitor.onDomain(path).expect(404);
    await visitor.open(path.slice(0, -2)).expect(403);
    await visitor.open(path.replace('unsaved-previews', 'previews')).expect(404);
  });

  it('changes nothing: neither records nor events nor versions', async () => {
    const audience = await visitor.audience();
    const { audienceId, pageId } = audience;
    const withoutPreviews = async () =>
      (await dumpOf(service)).filter((row) => !row.includes('unsaved text'));
    const before = await withoutPreviews();
    const events = await recordedTypes(service, { pageId });
    await preview(
      { pageId },
      { body: 'unsaved text', name: 'unsaved text', audienceId, audience: { customName: 'A' } },
    );
    expect(await withoutPreviews()).toEqual(before);
    expect(await recordedTypes(service, { pageId })).toEqual(events);
  });

  it('is validated as a change of the page, and of the audience', async () => {
    const audience = await visitor.audience();
    const { audienceId, pageId } = audience;
    const change = { headerActionId: 'none', body: '' };
    const wrong = { actionUrlOverride: 'javascript:alert(1)', customName: '' };
    const ofPage = await api.patch(`/v0/pages/${pageId}`, change).expect(400);
    const ofAudience = await api.patch(pathOf(audience), wrong).expect(400);
    const faults = (body: { errors: { pointer: string; code: string }[] }, above = '') =>
      body.errors.map(({ pointer, code }) => `${code} ${above}${pointer}`).sort();
    const { body } = await api
      .post(previewOf({ pageId }), { ...change, audienceId, audience: wrong })
      .expect(400);
    expect(faults(body)).toEqual([...faults(ofPage.body), ...faults(ofAudience.body, '/audience')].sort());
    const unknown = await api.post(previewOf({ pageId }), { headerActionId: 'none' }).expect(400);
    expect(faults(unknown.body)).toEqual(['unknown_action /headerActionId']);
    const { body: alone } = await api.post(previewOf({ pageId }), { audience: {} }).expect(422);
    expect(faults(alone)).toEqual(['audience_not_found /audienceId']);
  });

  it('is refused where a change would be', async () => {
    const audience = await visitor.audience();
    const { pageId, audienceId } = audience;
    const refused = async (body: object, status: number, code: string, page = pageId) =>
      expect((await api.post(previewOf({ pageId: page }), body).expect(status)).body.code).toBe(code);
    await refused({ audienceId }, 422, 'audience_not_found', (await visitor.page()).pageId);
    await refused(
      { audienceId, audience: { bodyOverride: 'ü'.repeat(100_000), customName: 'ü'.repeat(70_000) } },
      409,
      'overrides_too_large',
    );
    const none = exampleId('asset', 4000);
    const cover = { assetId: none, altText: '' };
    await refused({ coverImage: cover }, 422, 'picture_not_found');
    const override = { topicIdsOverride: [exampleId('topic', 4000)] };
    await refused({ audienceId, audience: override }, 422, 'topic_not_found');
    const large = await visitor.page({ actions: [{ ...action('a'), purpose: 'x'.repeat(900_000) }] });
    const more = { actionCardWidgets: [{ type: 'x', title: 'x'.repeat(200_000) }] };
    await refused(more, 409, 'content_too_large', large.pageId);
    await api.delete(pathOf(audience)).expect(200);
    await refused({ audienceId }, 409, 'audience_archived');
    await api.delete(`/v0/pages/${pageId}`).expect(200);
    await refused({}, 409, 'page_deleted');
    await refused({ audienceId }, 409, 'page_deleted');
    await strangerApi.post(previewOf(await visitor.page()), {}).expect(404);
  });

  it('is answered once for a repeat of the request', async () => {
    const page = await visitor.page();
    const send = () =>
      api.post(previewOf(page), { name: 'Once' }).set('idempotency-key', 'preview once').expect(200);
    const first = await send();
    const stored = await storedPreviews();
    expect((await send()).body).toEqual(first.body);
    expect(await storedPreviews()).toBe(stored);
  });

  it('needs to be allowed to read audiences only if it is for one', async () => {
    const { audienceId, pageId } = await visitor.audience();
    const key = await service.keyWith(['pages:write']);
    const send = (body: object) =>
      fetch(service.url + previewOf({ pageId }), {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
      });
    expect((await send({})).status).toBe(200);
    expect((await send({ audienceId })).status).toBe(403);
  });
});

describe('it is stored', () => {
  const expiryOf = ({ expiresAt }: Preview) => Number(expiresAt.slice(1));

  it('for ten minutes, and then shown no more, nor kept', async () => {
    const page = await visitor.page();
    const first = await preview(page, { name: 'For a while' });
    expect(expiryOf(first) - clock.now().getTime()).toBeLessThanOrEqual(600_000);
    expect(expiryOf(first) - clock.now().getTime()).toBeGreaterThan(590_000);
    const forget = () => service.app.get(ForgetPreviewsHandler).handle();
    const at = (time: number) => jest.spyOn(clock, 'now').mockReturnValue(new Date(time));
    at(expiryOf(first) - 1);
    await forget();
    expect(await shown(first)).toContain('For a while');
    at(expiryOf(first));
    const { body } = await visitor.open(pathIn(first), { accept: 'application/json' }).expect(403);
    expect(body.code).toBe('url_expired');
    at(expiryOf(first) + 1001);
    await forget();
    expect((await dumpOf(service)).filter((row) => row.includes('For a while'))).toEqual([]);
  });

  it('until its page is deleted', async () => {
    const page = await visitor.page();
    const first = await preview(page);
    await api.delete(`/v0/pages/${page.pageId}`).expect(200);
    await visitor.open(pathIn(first)).expect(404);
  });

  it('beside the newest hundred of its tenant', async () => {
    const page = await visitor.page();
    const oldest = await preview(page, { name: 'Oldest' });
    await service.pool.query(
      `insert into page_preview (tenant_id, id, page_id, page, bytes, created_at)
       select tenant_id, gen_random_uuid(), page_id, page, bytes, created_at + n * interval '1 ms'
       from page_preview, generate_series(1, 99) n where id = $1`,
      [idIn(oldest)],
    );
    await shown(oldest);
    const newest = await preview(page, { name: 'Newest' });
    expect(await shown(newest)).toContain('Newest');
    await gone(oldest);
    expect(await storedPreviews()).toBe(100);
  });

  it('beside others up to sixteen megabytes', async () => {
    const page = await visitor.page();
    await service.pool.query('delete from page_preview');
    const oldest = await preview(page, { name: 'Oldest' });
    const next = await preview(page, { name: 'Next' });
    await service.pool.query('update page_preview set bytes = 16 * 1024 * 1024 - 2000 where id = $1', [
      idIn(oldest),
    ]);
    await shown(oldest);
    const newest = await preview(page, { pageContext: 'x'.repeat(2000) });
    await gone(oldest);
    await shown(next);
    await shown(newest);
  });

  it('one after the other, so that no two count themselves apart', async () => {
    const page = await visitor.page();
    const held = await HeldTransaction.ofMatter(service, 'unsaved previews');
    const { status } = await held.commitAheadOf(api.post(previewOf(page), {}));
    expect(status).toBe(200);
  });

  it('and counted once, also if it waits for another one of its tenant', async () => {
    const page = await visitor.page();
    const counted = jest.spyOn(PreviewLimit.prototype, 'assertWithin');
    const held = await HeldTransaction.ofMatter(service, 'unsaved previews');
    const sent = Array.from({ length: 5 }, () => api.post(previewOf(page), {}).expect(200));
    await held.commitAheadOf(Promise.all(sent));
    expect(counted).toHaveBeenCalledTimes(5);
  });

  it('not too often', async () => {
    const { body: page } = await strangerApi.post('/v0/pages', {
      ...{ name: 'Often', pageContext: 'x', pageType: 'inbound', brandId: 'x' },
      ...{ actions: [], actionCardWidgets: [], scripts: [] },
    });
    const statuses = new Set<number>();
    for (let count = 0; count < 100 && !statuses.has(429); count++) {
      const { status, body, headers } = await strangerApi.post(previewOf(page), {});
      if (status === 429) {
        expect(body.code).toBe('too_many_previews');
        expect(headers['retry-after']).toBe('1');
      }
      statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
  });
});

/** The second UUID of the token: the first is that of the tenant. */
function idIn({ url }: Preview): string {
  const hex = Buffer.from(url.split('/').at(-1)!, 'base64url').toString('hex', 16, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

describe('erasing a person', () => {
  it('removes the previews of the audiences, and those that mention the person', async () => {
    const given = { name: 'Zenobia Quick', email: 'zenobia.quick@works.example' };
    const { body: person } = await api.post('/v0/persons', given).expect(201);
    const own = await visitor.audience({ personId: person.personId });
    const other = await visitor.audience();
    const audience = { bodyOverride: 'Dear you' };
    const ofOwn = await preview(own, { audienceId: own.audienceId, audience });
    const mention = { bodyOverride: `Ask ${given.email}` };
    const mentioning = await preview(other, { audienceId: other.audienceId, audience: mention });
    const harmless = await preview(other, { audienceId: other.audienceId, audience });
    await api.delete(`/v0/persons/${person.personId}?erase=true`).expect(200);
    await visitor.open(pathIn(ofOwn)).expect(404);
    await visitor.open(pathIn(mentioning)).expect(404);
    expect(await shown(harmless)).toContain('Dear you');
  });

  it('waits for a preview of an audience that is being stored', async () => {
    const { body: person } = await api.post('/v0/persons', { name: 'Late Zenobia' }).expect(201);
    const own = await visitor.audience({ personId: person.personId });
    const locked = 'select 1 from audience where id = $1 for update';
    const held = await HeldTransaction.begin(service, locked, [uuidOf('audience', own.audienceId)]);
    const { status } = await held.commitAheadOf(api.post(previewOf(own), { audienceId: own.audienceId }));
    expect(status).toBe(200);
  });
});
