import type { BrandView } from '../../../src/modules/brands/brands.dto.js';
import type { FormView } from '../../../src/modules/forms/dto/forms.dto.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { made } from '../../assets/support.js';
import { hiddenIn, useConsole } from '../console-visitor.js';

const { service, api, strangerApi, visitor, signedIn } = useConsole();

const HOSTILE = '"></textarea></title><script>alert(1)</script>';

describe('topics', () => {
  const PATH = '/library/topics';

  interface Topic {
    topicId: string;
    title: string;
    purpose: string | null;
    entries: { topicEntryId: string; content: { type: string; content: string } }[];
  }

  async function newTopic(title: string, ...contents: string[]): Promise<Topic> {
    const { body } = await api.post('/v0/topics', { title }).expect(201);
    const { topicId } = body as Topic;
    for (const content of contents)
      await api.post(`/v0/topics/${topicId}/entries`, { content: { type: 'markdown', content } }).expect(201);
    return stored(topicId);
  }

  const stored = async (topicId: string) =>
    (await api.get(`/v0/topics/${topicId}`).expect(200)).body as Topic;

  const textsOf = async ({ topicId }: Topic) =>
    (await stored(topicId)).entries.map(({ content }) => content.content);

  it('are created, renamed and deleted with their entries', async () => {
    const kim = await signedIn();
    const created = await kim.fill(`${PATH}/new`, { title: 'Prices', purpose: 'What it costs' }, 303);
    const path = String(created.headers.location).split('?')[0]!;
    const topicId = path.split('/').at(-1)!;
    expect(await stored(topicId)).toMatchObject({ title: 'Prices', purpose: 'What it costs', entries: [] });
    expect((await kim.get(path).expect(200)).text).toContain('No entries yet');
    await kim.fill(path, { title: 'Plans' }, 303);
    expect(await stored(topicId)).toMatchObject({ title: 'Plans' });
    await kim.fill(`${path}/entries/new`, { content: 'How much?\r\n\r\nNothing.', type: 'markdown' }, 303);
    const [entry] = (await stored(topicId)).entries;
    expect(entry!.content).toEqual({ type: 'markdown', content: 'How much?\n\nNothing.' });
    expect((await kim.get(`${path}/delete`).expect(200)).text).toContain(
      'The topic and its entry are deleted',
    );
    await kim.fill(`${path}/delete`, {}, 303);
    await api.get(`/v0/topics/${topicId}`).expect(404);
  });

  it('have entries that are changed, moved and deleted', async () => {
    const topic = await newTopic('Moved', 'One', 'Two', 'Three');
    const kim = await signedIn();
    const path = `${PATH}/${topic.topicId}`;
    const [one, two, three] = topic.entries.map(({ topicEntryId }) => topicEntryId);
    await kim.fill(path, { move: `up:2:${three}` }, 303, `${path}/order?from=0`);
    expect(await textsOf(topic)).toEqual(['One', 'Three', 'Two']);
    // Sent again, it is not where it was.
    await kim.fill(path, { move: `up:2:${three}` }, 303, `${path}/order?from=0`);
    expect(await textsOf(topic)).toEqual(['One', 'Three', 'Two']);
    await kim.fill(path, { move: `down:0:${one}` }, 303, `${path}/order?from=0`);
    expect(await textsOf(topic)).toEqual(['Three', 'One', 'Two']);
    const entry = `${path}/entries/${two}`;
    await kim.fill(entry, { content: 'Second', type: 'text' }, 303);
    await kim.fill(`${path}/entries/${one}/delete`, {}, 303);
    expect(await textsOf(topic)).toEqual(['Three', 'Second']);
    await kim.get(`${path}/entries/${one}`).expect(404);
  });

  it('are moved among each other', async () => {
    const [first, second] = [await newTopic('First of two'), await newTopic('Second of two')];
    const kim = await signedIn();
    const listed = async () => {
      const { body } = await api.get('/v0/topics').expect(200);
      return (body as { items: Topic[] }).items.map(({ topicId }) => topicId);
    };
    const at = (await listed()).indexOf(second.topicId);
    await kim.fill(PATH, { move: `up:${at}:${second.topicId}` }, 303, `${PATH}/order`);
    expect((await listed()).slice(at - 1, at + 1)).toEqual([second.topicId, first.topicId]);
  });

  it('show what is wrong at its field', async () => {
    const kim = await signedIn();
    const { text } = await kim.fill(`${PATH}/new`, { title: '' }, 400);
    expect(text).toContain('id="field-title-problem"');
  });

  it('of another tenant are not found', async () => {
    const topic = await newTopic('Foreign', 'Text');
    await strangerApi.post('/v0/topics', { title: 'Own' }).expect(201);
    const other = await visitor().signIn(service.stranger.key);
    const path = `${PATH}/${topic.topicId}`;
    const entry = `${path}/entries/${topic.entries[0]!.topicEntryId}`;
    const fields = hiddenIn((await other.get(`${PATH}/new`).expect(200)).text, `${PATH}/new`);
    for (const to of [path, `${path}/delete`, `${path}/entries/new`, entry, `${entry}/delete`]) {
      await other.get(to).expect(404);
      await other.post(to, { ...fields, title: 'Stolen', content: 'Stolen', type: 'text' }).expect(404);
    }
    expect(await stored(topic.topicId)).toEqual(topic);
  });

  it('are never markup', async () => {
    const topic = await newTopic(HOSTILE, HOSTILE);
    const kim = await signedIn();
    const path = `${PATH}/${topic.topicId}`;
    const entry = `${path}/entries/${topic.entries[0]!.topicEntryId}`;
    for (const to of [PATH, path, `${path}/delete`, entry, `${entry}/delete`])
      expect((await kim.get(to).expect(200)).text).not.toMatch(/<script(?! src="\/assets\/)/i);
  });
});

describe('brands', () => {
  const PATH = '/library/brands';
  const stored = async (brandId: string) =>
    (await api.get(`/v0/brands/${brandId}`).expect(200)).body as BrandView;

  it('are created, changed and deleted', async () => {
    const kim = await signedIn();
    const first = { name: 'Globex', key: 'globex', accentColor: '#0f766e' };
    const created = await kim.fill(`${PATH}/new`, first, 303);
    const path = String(created.headers.location).split('?')[0]!;
    const brandId = path.split('/').at(-1)!;
    expect(await stored(brandId)).toMatchObject({ ...first, typeface: null, footerLinks: [] });
    const change = {
      ...{ name: 'Globex', key: 'globex', accentColor: '', groundColor: '#111111' },
      ...{ typeface: 'inter', corners: 'round' },
      ...{ logoAssetId: exampleId('asset', 4), showsForeignImages: 'yes', address: 'Street 1\r\nTown' },
      ...{ 'footerLinks.1.label': 'Imprint', 'footerLinks.1.url': 'https://example.com/imprint' },
    };
    await kim.fill(path, change, 303);
    expect(await stored(brandId)).toMatchObject({
      ...{ accentColor: null, groundColor: '#111111', typeface: 'inter', corners: 'round' },
      ...{ logoAssetId: exampleId('asset', 4), showsForeignImages: true, address: 'Street 1\nTown' },
      footerLinks: [{ label: 'Imprint', url: 'https://example.com/imprint' }],
    });
    const { text } = await kim.get(path).expect(200);
    expect(text).toContain('fill="#111111"');
    expect(text).toMatch(/<image href="\/library\/files\/[\w-]+"/);
    await kim.fill(`${path}/delete`, {}, 303);
    await api.get(`/v0/brands/${brandId}`).expect(404);
  });

  it('are shown although a logo was deleted for good', async () => {
    const { assetId } = await made(service, { fields: { type: 'logo' } });
    const brand = { key: 'faded', name: 'Faded', logoAssetId: assetId };
    const { brandId } = (await api.post('/v0/brands', brand).expect(201)).body as BrandView;
    await api.delete(`/v0/assets/${assetId}`).expect(200);
    await api.delete(`/v0/assets/trash/${assetId}`).expect(200);
    const kim = await signedIn();
    const { text } = await kim.get(`${PATH}/${brandId}`).expect(200);
    expect(text).toContain('Faded');
  });

  it('show what is wrong at its field, also in a line of the footer', async () => {
    const kim = await signedIn();
    const wrong = {
      ...{ name: '', key: 'Not A Key', accentColor: 'green' },
      ...{ 'footerLinks.1.label': 'Imprint', 'footerLinks.1.url': 'nowhere' },
    };
    const { text } = await kim.fill(`${PATH}/new`, wrong, 400);
    for (const field of ['name', 'key', 'accentColor', 'footerLinks-1-url'])
      expect(text).toContain(`id="field-${field}-problem"`);
    const taken = await kim.fill(`${PATH}/new`, { name: 'Acme', key: 'acme' }, 409);
    expect(taken.text).toContain('id="field-key-problem"');
  });

  it('of another tenant are not found, and never markup', async () => {
    const { body } = await api
      .post('/v0/brands', { key: 'hostile', name: HOSTILE, address: HOSTILE })
      .expect(201);
    const path = `${PATH}/${(body as BrandView).brandId}`;
    const kim = await signedIn();
    for (const to of [PATH, path, `${path}/delete`])
      expect((await kim.get(to).expect(200)).text).not.toMatch(/<script(?! src="\/assets\/)/i);
    const other = await visitor().signIn(service.stranger.key);
    const { text } = await other.get(PATH).expect(200);
    expect(text).toContain('No brands yet');
    const fields = hiddenIn((await other.get(`${PATH}/new`).expect(200)).text, `${PATH}/new`);
    for (const to of [path, `${path}/delete`]) {
      await other.get(to).expect(404);
      await other.post(to, { ...fields, name: 'Stolen', key: 'stolen' }).expect(404);
    }
  });
});

describe('forms', () => {
  const PATH = '/library/forms';
  const stored = async (formId: string) =>
    (await api.get(`/v0/forms/${formId}`).expect(200)).body as FormView;

  it('are created, changed, deleted and restored', async () => {
    const kim = await signedIn();
    const fields = {
      ...{ 'fields.0.label': 'Your email', 'fields.0.type': 'email', 'fields.0.required': 'yes' },
      ...{
        'fields.2.label': 'Größe des Teams?',
        'fields.2.type': 'choice',
        'fields.2.options': 'Small\r\n\r\nLarge',
      },
    };
    const created = await kim.fill(`${PATH}/new`, { name: 'Talk', ...fields, thankYouText: 'Thanks' }, 303);
    const path = String(created.headers.location).split('?')[0]!;
    const formId = path.split('/').at(-1)!;
    expect(await stored(formId)).toMatchObject({
      ...{ name: 'Talk', thankYouText: 'Thanks', thankYouUrl: null },
      fields: [
        { name: 'email', type: 'email', label: 'Your email', required: true, options: [] },
        { name: 'grosse_des_teams', type: 'choice', required: false, options: ['Small', 'Large'] },
      ],
    });
    const change = { 'fields.0.label': 'Email', 'fields.0.required': '', 'fields.1.label': '' };
    await kim.fill(path, { name: 'Talk', 'fields.0.type': 'email', ...change }, 303);
    expect((await stored(formId)).fields).toMatchObject([{ name: 'email', label: 'Email', required: false }]);
    expect((await kim.get(`${path}/delete`).expect(200)).text).toContain('Its submissions stay');
    await kim.fill(`${path}/delete`, {}, 303);
    expect((await stored(formId)).deletedAt).not.toBeNull();
    await kim.fill(path, {}, 303, `${path}/restore`);
    expect((await stored(formId)).deletedAt).toBeNull();
  });

  it('show what is wrong at the line of its field', async () => {
    const kim = await signedIn();
    const wrong = { name: 'Size', 'fields.0.label': '', 'fields.1.label': 'Size', 'fields.1.type': 'choice' };
    const { text } = await kim.fill(`${PATH}/new`, wrong, 400);
    expect(text).toContain('id="field-fields-1-options-problem"');
    const nameless = await kim.fill(`${PATH}/new`, { ...wrong, name: '' }, 400);
    expect(nameless.text).toContain('id="field-name-problem"');
    const empty = await kim.fill(`${PATH}/new`, { name: 'None', 'fields.0.label': '' }, 400);
    expect(empty.text).toContain('id="field-fields-0-label-problem"');
  });

  it('of another tenant are not found, and never markup', async () => {
    const fields = [{ name: 'a', type: 'choice', label: HOSTILE, options: [HOSTILE] }];
    const { body } = await api
      .post('/v0/forms', { name: HOSTILE, fields, thankYouText: HOSTILE })
      .expect(201);
    const path = `${PATH}/${(body as FormView).formId}`;
    const kim = await signedIn();
    for (const to of [PATH, path, `${path}/delete`])
      expect((await kim.get(to).expect(200)).text).not.toMatch(/<script(?! src="\/assets\/)/i);
    const other = await visitor().signIn(service.stranger.key);
    expect((await other.get(PATH).expect(200)).text).toContain('No forms yet');
    const hidden = hiddenIn((await other.get(`${PATH}/new`).expect(200)).text, `${PATH}/new`);
    for (const to of [path, `${path}/delete`]) {
      await other.get(to).expect(404);
      await other.post(to, { ...hidden, name: 'Stolen' }).expect(404);
    }
  });
});

it('the library begins with its assets', async () => {
  const { headers } = await (await signedIn()).get('/library').expect(303);
  expect(headers.location).toBe('/library/assets');
});
