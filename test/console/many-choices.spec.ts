import { PLAIN_PAGE, Records } from '../pages/records.js';
import { fieldsIn, useConsole } from './console-visitor.js';

/** More than one field offers. */
const COUNT = 105;

const { service, visitor } = useConsole();

/** The ids of the topics, by their number. */
const topicIds: string[] = [];

beforeAll(async () => {
  for (let number = 0; number < COUNT; number++) {
    const { body } = await service.stranger.api.post('/v0/topics', { title: titleOf(number) }).expect(201);
    topicIds.push((body as { topicId: string }).topicId);
  }
});

/** No title is part of another one. */
const titleOf = (number: number) => `Topic ${String(number).padStart(3, '0')}`;

const kimOf = () => visitor().signIn(service.stranger.key);

/** Those that a field of the form offers. */
function offered(html: string, field: string): string[] {
  const select = new RegExp(`<select[^>]* name="${field}"[^>]*>(.*?)</select>`, 's').exec(html)![1]!;
  return [...select.matchAll(/<option[^>]*>([^<]*)/g)].map(([, label]) => label!);
}

async function newPage(topics: string[] | null): Promise<string> {
  const { body } = await service.stranger.api
    .post('/v0/pages', { ...PLAIN_PAGE, topicIds: topics })
    .expect(201);
  return (body as { pageId: string }).pageId;
}

const topicsOf = async (pageId: string) =>
  ((await service.stranger.api.get(`/v0/pages/${pageId}`).expect(200)).body as { topicIds: string[] | null })
    .topicIds;

it('a page can show any of many topics, and names those that it shows', async () => {
  const chosen = [topicIds[103]!, topicIds[1]!];
  const pageId = await newPage(chosen);
  const kim = await kimOf();
  const path = `/pages/${pageId}`;
  const { text } = await kim.get(path).expect(200);
  for (const number of [103, 1]) expect(text).toContain(`<p dir="auto">${titleOf(number)}</p>`);
  const first = offered(text, 'addedTopicId');
  expect(first).toHaveLength(1 + 100 - 1);
  expect(first).not.toContain(titleOf(104));
  const search = { 'search.topics': 'opic 104', body: 'Typed' };
  const found = await kim.post(`${path}/rows`, { ...fieldsIn(text, path), ...search, search: 'topics' });
  expect(offered(found.text, 'addedTopicId').slice(1)).toEqual([titleOf(104)]);
  expect(fieldsIn(found.text, path)).toMatchObject({ body: ['Typed'], 'topicIds.0.row': [chosen[0]] });
  await kim
    .post(path, { ...fieldsIn(found.text, path), addedTopicId: topicIds[104]!, topics: 'chosen' })
    .expect(303);
  expect(await topicsOf(pageId)).toEqual([...chosen, topicIds[104]]);
});

it('Enter in the field of a search finds, and saves nothing', async () => {
  const pageId = await newPage(null);
  const kim = await kimOf();
  const found = await kim.fill(`/pages/${pageId}`, { 'search.topics': 'nowhere', name: 'Typed' }, 200);
  expect(found.text).toContain('Nothing found.');
  const { body } = await service.stranger.api.get(`/v0/pages/${pageId}`).expect(200);
  expect(body).toMatchObject({ name: PLAIN_PAGE.name });
  const answer = { question: 'Why?', answer: 'So.', 'search.topics': '050' };
  const { text } = await kim.fill('/questions/answer', answer, 200);
  expect(offered(text, 'topicId')).toEqual([titleOf(50)]);
  await kim.post('/questions/answer', fieldsIn(text, '/questions/answer')).expect(303);
  const { body: topic } = await service.stranger.api.get(`/v0/topics/${topicIds[50]}`).expect(200);
  expect((topic as { entries: object[] }).entries).toHaveLength(1);
});

it('an audience keeps topics that its form does not offer first', async () => {
  const records = new Records(service.stranger.api);
  const audience = await records.audience({ topicIdsOverride: [topicIds[104]!] });
  const path = `/pages/${audience.pageId}/audiences/${audience.audienceId}/overrides`;
  const kim = await kimOf();
  const shown = await kim.fill(path, { 'search.topics': '102' }, 200);
  const boxes = [...shown.text.matchAll(/name="topicIdsOverride" value="(\w+)"/g)].map(([, id]) => id);
  expect(boxes).toEqual([topicIds[102], topicIds[104]]);
  const ticked = { topicIdsOverride: [topicIds[102]!, topicIds[104]!] };
  await kim.post(path, { ...fieldsIn(shown.text, path), ...ticked }).expect(303);
  const { body } = await service.stranger.api
    .get(`/v0/pages/${audience.pageId}/audiences/${audience.audienceId}`)
    .expect(200);
  expect(body).toMatchObject({ topicIdsOverride: [topicIds[104], topicIds[102]] });
});

it('topics are found by their titles, and moved from page to page', async () => {
  const kim = await kimOf();
  const path = '/library/topics';
  const found = await kim.get(`${path}?query=TOPIC+07`).expect(200);
  expect(found.text.match(/Topic 07\d</g)).toHaveLength(10);
  expect(found.text).not.toContain('name="move"');
  expect((await kim.get(`${path}?query=nowhere`).expect(200)).text).toContain('No topic has this title');
  const first = await kim.get(path).expect(200);
  // The last row of a page is the first of the next one.
  expect(first.text).toContain(`value="up:25:${topicIds[25]}"`);
  await kim.fill(path, { move: `up:25:${topicIds[25]}` }, 303, `${path}/order`);
  const { body } = await service.stranger.api.get('/v0/topics/titles?limit=26').expect(200);
  const ids = (body as { items: { topicId: string }[] }).items.map(({ topicId }) => topicId);
  expect(ids.slice(24)).toEqual([topicIds[25], topicIds[24]]);
});

it('a page can have any of many brands and forms, and names those that it has', async () => {
  const { api } = service.stranger;
  const fields = [{ name: 'email', type: 'email', label: 'Your email' }];
  const made = [];
  for (let number = 0; number < COUNT; number++) {
    const numbered = String(number).padStart(3, '0');
    const form = await api.post('/v0/forms', { name: `Form ${numbered}`, fields }).expect(201);
    await api.post('/v0/brands', { name: `Brand ${numbered}`, key: `key-${numbered}` }).expect(201);
    made.push((form.body as { formId: string }).formId);
  }
  const action = { actionId: 'a', purpose: '', buttonTitle: 'Go', actionType: 'submit_form', url: '' };
  const parts = { brandId: 'key-001', actions: [action], defaultFormId: made[1] };
  const page = await api.post('/v0/pages', { ...PLAIN_PAGE, ...parts }).expect(201);
  const path = `/pages/${(page.body as { pageId: string }).pageId}`;
  const kim = await kimOf();
  const { text } = await kim.get(path).expect(200);
  expect(offered(text, 'brandId')).toContain('Brand 001');
  expect(offered(text, 'brandId')).not.toContain('Brand 002');
  expect(offered(text, 'defaultFormId')).toContain('Form 001');
  expect(offered(text, 'defaultFormId')).not.toContain('Form 002');
  const shown = fieldsIn(text, path);
  expect(shown).toMatchObject({ brandId: ['key-001'], defaultFormId: [made[1]] });
  const search = { 'search.brands': 'BRAND 002', 'search.forms': 'form 002', search: 'forms' };
  const found = await kim.post(`${path}/rows`, { ...shown, ...search }).expect(200);
  expect(offered(found.text, 'brandId')).toEqual(['Brand 002', 'Brand 001', expect.any(String)]);
  expect(offered(found.text, 'defaultFormId').slice(1)).toEqual(['Form 002', 'Form 001']);
  const chosen = { brandId: 'key-002', defaultFormId: made[2]! };
  await kim.post(path, { ...fieldsIn(found.text, path), ...chosen }).expect(303);
  expect((await api.get(`/v0${path}`).expect(200)).body).toMatchObject(chosen);
  const listed = await kim.fill('/pages/new', { name: 'New', 'search.brands': 'brand 000' }, 200);
  expect(offered(listed.text, 'brandId')[0]).toBe('Brand 000');
});
