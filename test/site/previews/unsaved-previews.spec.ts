import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { action, pathOf } from '../../pages/records.js';
import { dumpOf } from '../../support/database/database-dump.js';
import { recordedTypes } from '../../support/recorded-events.js';
import { useTestService } from '../../support/test-service.js';
import { previewOf, Previews } from './unsaved-preview.js';

// Without a worker, so that nothing is forgotten meanwhile.
const used = useTestService();
const { service, api, strangerApi } = used;
const previews = new Previews(used);
const { visitor } = previews;

describe('a preview of what is not saved', () => {
  it('shows the changed fields, and the stored ones beside them, of a page without an audience', async () => {
    const page = await visitor.page({ body: 'As it is', metadata: { title: 'Stored' } });
    expect(await previews.shown(await previews.preview(page, { body: 'As **it** could be' }))).toMatch(
      /<h1[^>]*>Stored<\/h1>[^]*As <strong>it<\/strong> could be/,
    );
    const { text, headers } = await visitor
      .open(previews.pathIn(await previews.preview(page, { metadata: null })))
      .expect(200);
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
    const html = await previews.shown(
      await previews.preview(audience, { metadata: { description: 'Of the page' }, audienceId }),
    );
    expect(html).toMatch(/For <bdi>Ada Previewed<\/bdi>[^]*Of the page[^]*Stored for Ada/);
    const changed = await previews.preview(audience, {
      body: 'Of the page',
      audienceId,
      audience: { bodyOverride: null },
    });
    expect(await previews.shown(changed)).toMatch(/<p[^>]*>Of the page<\/p>/);
  });

  it('has a form that can not be sent', async () => {
    const page = await visitor.page();
    const html = await previews.shown(
      await previews.preview(page, { actions: [{ ...action('talk'), actionType: 'submit_form' }] }),
    );
    expect(html).toContain('type="email"');
    expect(html).not.toContain('<form class="form" method="post" action');
  });

  it('is only on the address of the site itself', async () => {
    await visitor.provenDomain();
    const path = previews.pathIn(await previews.preview(await visitor.page()));
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
    await previews.preview(
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
    const stored = await previews.count();
    expect((await send()).body).toEqual(first.body);
    expect(await previews.count()).toBe(stored);
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
