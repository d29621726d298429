import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { CONTENT, made } from '../../assets/support.js';
import { action, pagePath, Records, pathOf } from '../../pages/records.js';
import { hiddenIn, unescaped, useConsole } from '../console-visitor.js';

const { service, api, strangerApi, visitor, signedIn } = useConsole({ ROLE: 'all' });

let records: Records;
beforeAll(() => {
  records = new Records(api);
});

const screenOf = (audience: AudienceView) => pathOf(audience).slice('/v0'.length);
const stored = (audience: AudienceView) => records.read<AudienceView>(pathOf(audience));

describe('the texts of an audience', () => {
  it('are beside those of the page, and replace them', async () => {
    const page = await records.page({
      body: 'The text of the page',
      metadata: { title: 'The title of the page' },
      actions: [action('demo')],
    });
    const audience = await records.audience({}, page.pageId);
    const kim = await signedIn();
    const path = `${screenOf(audience)}/overrides`;
    const { text } = await kim.get(path).expect(200);
    for (const own of [
      ...['The text of the page', 'The title of the page', 'See it live: https://example.com/demo'],
      page.pageContext,
    ])
      expect(text).toContain(own);
    const change = {
      bodyOverride: 'For\r\nyou',
      'metadataOverride.title': 'Your title',
      actionUrlOverride: 'https://example.com/you',
    };
    const saved = await kim.fill(path, change, 303);
    expect(await stored(audience)).toMatchObject({
      bodyOverride: 'For\nyou',
      metadataOverride: { title: 'Your title' },
      actionUrlOverride: 'https://example.com/you',
      customName: null,
    });
    const after = await kim.get(String(saved.headers.location)).expect(200);
    expect(after.text).toContain('Visitors do not read the change yet.');
    const emptied = Object.fromEntries(Object.keys(change).map((name) => [name, '']));
    await kim.fill(path, emptied, 303);
    expect(await stored(audience)).toMatchObject({
      bodyOverride: null,
      metadataOverride: {},
      actionUrlOverride: null,
    });
  });

  it('stay as they are if the form is sent as it was shown', async () => {
    const { body: assets } = await api.get('/v0/assets?limit=100').expect(200);
    const picture = (assets as { items: { assetId: string; data: { type: string } }[] }).items.find(
      ({ data }) => ['logo', 'image'].includes(data.type),
    )!;
    const { body: forms } = await api.get('/v0/forms').expect(200);
    const { body: topics } = await api.get('/v0/topics').expect(200);
    const topicIds = (topics as { items: { topicId: string }[] }).items.map(({ topicId }) => topicId);
    const overrides = {
      customName: 'Acme “all”',
      bodyOverride: 'One\n\n<two> & "three"',
      metadataOverride: { title: 'A', author: 'Ada', keywords: ['x'] },
      actionUrlOverride: 'https://example.com/?a=1&b=2',
      actionFormIdOverride: (forms as { items: [{ formId: string }] }).items[0].formId,
      actionFormInstructionsOverride: 'Ask for the size.',
      supplementaryContext: 'About to renew',
      coverImageOverride: { assetId: picture.assetId, altText: 'A picture', focus: { x: 0.5, y: 0 } },
      topicIdsOverride: topicIds.toReversed(),
    };
    const audience = await records.audience(overrides);
    const kim = await signedIn();
    const path = `${screenOf(audience)}/overrides`;
    await kim.fill(path, {}, 303);
    expect(await stored(audience)).toMatchObject(overrides);
  });

  it('can be a cover and topics of its own, or none', async () => {
    const audience = await records.audience();
    const { body: topics } = await api.get('/v0/topics').expect(200);
    const [{ topicId }] = (topics as { items: [{ topicId: string }] }).items;
    const kim = await signedIn();
    const path = `${screenOf(audience)}/overrides`;
    await kim.fill(path, { ownTopics: '1', topicIdsOverride: topicId }, 303);
    expect(await stored(audience)).toMatchObject({ topicIdsOverride: [topicId] });
    await kim.fill(path, { topicIdsOverride: [] }, 303);
    expect(await stored(audience)).toMatchObject({ topicIdsOverride: [] });
    await kim.fill(path, { ownTopics: [], topicIdsOverride: topicId }, 303);
    expect(await stored(audience)).toMatchObject({ topicIdsOverride: null });
    const missing = { 'coverImageOverride.assetId': 'asset_01je7nqt00e00800000000zzzz' };
    const refused = await kim.fill(path, missing, 422);
    expect(refused.text).toContain('role="alert"');
  });

  it('have each visible picture for their cover, however many files are newer', async () => {
    const { stranger } = service;
    const add = (fields: Record<string, string>) => made(service, { content: CONTENT.gif, fields }, stranger);
    const picture = await add({ name: 'Visible' });
    const hidden = await add({ name: 'Hidden', hidden: 'true' });
    const fields = { type: 'custom-component' };
    await Promise.all(
      Array.from({ length: 100 }, () => made(service, { content: CONTENT.text, fields }, stranger)),
    );
    const audience = await new Records(strangerApi).audience();
    const kim = await visitor().signIn(stranger.key);
    const { text } = await kim.get(`${screenOf(audience)}/overrides`).expect(200);
    expect(text).toContain(`<option value="${picture.assetId}"`);
    expect(text).not.toContain(hidden.assetId);
  });

  it('that are wrong are shown again, with the problem at the field', async () => {
    const audience = await records.audience();
    const kim = await signedIn();
    const path = `${screenOf(audience)}/overrides`;
    const wrong = { actionUrlOverride: 'javascript:alert(1)', bodyOverride: 'Typed <b>' };
    for (const to of [path, `${path}/preview`]) {
      const { text } = await kim.fill(path, wrong, 400, to);
      expect(text).toContain('id="field-actionUrlOverride-problem"');
      expect(text).toContain('Typed &lt;b>');
    }
  });

  it('have a link picture of their own, or that of the page', async () => {
    const page = await records.page();
    const audience = await records.audience({}, page.pageId);
    const screen = screenOf(audience);
    const kim = await signedIn();
    const shown = await kim.get(`${screen}/overrides`).expect(200);
    expect(shown.text).toContain('None of its own: it has that of the page.');
    expect(shown.text).toContain(`href="${screen}/link_picture"`);
    const path = `${screen}/link_picture`;
    const wrong = await kim.fill(path, { assetId: exampleId('asset', 99) }, 422);
    expect(wrong.text).toContain('id="field-assetId-problem"');
    await kim.fill(path, { assetId: exampleId('asset') }, 303);
    const { metadataOverride } = await stored(audience);
    expect(metadataOverride?.ogImageFileId).toMatch(/^file_/);
    expect((await records.read<{ metadata?: object }>(pagePath(page))).metadata).toBeUndefined();
    const { text } = await kim.get(`${screen}/overrides`).expect(200);
    expect(text).toContain(`<img src="${service.siteUrl}/`);
    await kim.fill(path, { assetId: '' }, 303);
    expect((await stored(audience)).metadataOverride).toBeUndefined();
  });

  it('do not overwrite what somebody else has changed', async () => {
    const audience = await records.audience();
    const kim = await signedIn();
    const path = `${screenOf(audience)}/overrides`;
    const { text } = await kim.get(path).expect(200);
    await api.patch(pathOf(audience), { customName: 'Theirs' }).expect(200);
    const mine = { ...hiddenIn(text, path), customName: 'Mine' };
    const previewed = await kim.post(`${path}/preview`, mine).expect(200);
    const refused = await kim.post(path, { ...mine, ...hiddenIn(previewed.text, path) }).expect(412);
    expect(refused.text).toContain('value="Mine"');
    expect(await stored(audience)).toMatchObject({ customName: 'Theirs' });
  });

  it('are previewed before they are saved', async () => {
    const audience = await records.audience({ bodyOverride: 'Saved text' });
    const kim = await signedIn();
    const path = `${screenOf(audience)}/overrides`;
    const frameIn = async (html: string) => {
      const [, url] = /<iframe src="([^"]+)"/.exec(html)!;
      return (await fetch(unescaped(url!))).text();
    };
    expect(await frameIn((await kim.get(path).expect(200)).text)).toContain('Saved text');
    const change = { bodyOverride: 'Only in the preview' };
    const previewed = await kim.fill(path, change, 200, `${path}/preview`);
    expect(await frameIn(previewed.text)).toContain('Only in the preview');
    expect(await stored(audience)).toMatchObject({ bodyOverride: 'Saved text' });
  });

  it('of which the key may not see some keep those', async () => {
    const { body: topics } = await api.get('/v0/topics').expect(200);
    const [{ topicId }] = (topics as { items: [{ topicId: string }] }).items;
    const audience = await records.audience({ topicIdsOverride: [topicId] });
    const scopes = ['audiences:read', 'audiences:write', 'pages:read'];
    const kim = await visitor().signIn(await service.keyWith(scopes));
    await kim.fill(`${screenOf(audience)}/overrides`, { customName: 'New' }, 303);
    expect(await stored(audience)).toMatchObject({ customName: 'New', topicIdsOverride: [topicId] });
  });
});

describe('the history', () => {
  it('says what changed, and takes notes', async () => {
    const audience = await records.audience();
    const kim = await signedIn();
    const path = `${screenOf(audience)}/messages`;
    expect((await kim.get(path).expect(200)).text).toContain('Nothing has happened yet');
    await api.patch(pathOf(audience), { bodyOverride: 'Text' }).expect(200);
    const noted = await kim.fill(path, { text: 'Purchasing asked.' }, 303);
    const { text } = await kim.get(String(noted.headers.location)).expect(200);
    expect(text).toContain('Purchasing asked.');
    expect(text).toContain('Changed: Text');
    const empty = await kim.fill(path, { text: '' }, 400);
    expect(empty.text).toContain('id="field-text-problem"');
  });

  it('restores the texts of a message, after saying what that replaces', async () => {
    const audience = await records.audience();
    await api.patch(pathOf(audience), { bodyOverride: 'Old text' }).expect(200);
    await api.patch(pathOf(audience), { bodyOverride: 'New text' }).expect(200);
    const [first, second] = await records.messages(audience);
    const kim = await signedIn();
    const path = `${screenOf(audience)}/messages`;
    const shown = await kim.get(path).expect(200);
    const to = `${path}/${first!.messageId}/restore`;
    expect(shown.text).toContain(`href="${to}"`);
    // These are the texts that the audience has.
    expect(shown.text).not.toContain(`${path}/${second!.messageId}/restore`);
    const { text } = await kim.get(to).expect(200);
    expect(text).toMatch(/<del[^>]*>New text<\/del>.*<ins[^>]*>Old text<\/ins>/s);
    await kim.fill(to, {}, 303);
    expect(await stored(audience)).toMatchObject({ bodyOverride: 'Old text' });
  });

  it('can not restore a note', async () => {
    const audience = await records.audience();
    const { body } = await api.post(`${pathOf(audience)}/messages`, { text: 'Only a note' }).expect(201);
    const kim = await signedIn();
    const path = `${screenOf(audience)}/messages/${(body as { messageId: string }).messageId}/restore`;
    expect((await kim.fill(path, {}, 409)).text).toContain('role="alert"');
  });
});
