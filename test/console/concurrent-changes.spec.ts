import type { BrandView } from '../../src/modules/brands/brands.dto.js';
import type { FormView } from '../../src/modules/forms/dto/forms.dto.js';
import type { TopicEntryView, TopicView } from '../../src/modules/topics/topics.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { made } from '../assets/support.js';
import { pagePath, pathOf, Records } from '../pages/records.js';
import { fieldsIn, useConsole } from './console-visitor.js';

const { service, api, visitor } = useConsole();
const records = new Records(api);

/** A form, and what somebody else does between its being shown and sent. */
interface Contested {
  path: string;
  /** Where the form is sent to, if not to its own address. */
  to?: string;
  fields?: Record<string, string>;
  /** The record at the API, and the change of somebody else. */
  record: string;
  theirs: object;
  /** The status of what is done at the second try. */
  done?: number;
}

let count = 0;

async function created<View>(path: string, body: object): Promise<View> {
  return (await api.post(path, body).expect(201)).body as View;
}

async function topic(): Promise<Contested> {
  const { topicId } = await created<TopicView>('/v0/topics', { title: 'Contested' });
  return { path: `/library/topics/${topicId}`, record: `/v0/topics/${topicId}`, theirs: { title: 'Theirs' } };
}

async function entry(): Promise<Contested> {
  const { path, record } = await topic();
  const content = { type: 'text', content: 'Contested' };
  const { topicEntryId } = await created<TopicEntryView>(`${record}/entries`, { content });
  return {
    path: `${path}/entries/${topicEntryId}`,
    record: `${record}/entries/${topicEntryId}`,
    theirs: { content: { ...content, content: 'Theirs' } },
  };
}

async function brand(): Promise<Contested> {
  const body = { key: `contested-${++count}`, name: 'Contested' };
  const { brandId } = await created<BrandView>('/v0/brands', body);
  return { path: `/library/brands/${brandId}`, record: `/v0/brands/${brandId}`, theirs: { name: 'Theirs' } };
}

async function form(): Promise<Contested> {
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  const { formId } = await created<FormView>('/v0/forms', { name: 'Contested', fields });
  return { path: `/library/forms/${formId}`, record: `/v0/forms/${formId}`, theirs: { name: 'Theirs' } };
}

async function asset(): Promise<Contested> {
  const { assetId } = await made(service);
  return { path: `/library/assets/${assetId}`, record: `/v0/assets/${assetId}`, theirs: { name: 'Theirs' } };
}

async function account(): Promise<Contested> {
  const body = { domain: `contested${++count}.example`, name: 'Contested' };
  const { accountId } = await created<{ accountId: string }>('/v0/accounts', body);
  return {
    path: `/people/accounts/${accountId}/edit`,
    record: `/v0/accounts/${accountId}`,
    theirs: { name: 'Theirs' },
  };
}

async function person(): Promise<Contested> {
  const { personId } = await created<{ personId: string }>('/v0/persons', { name: 'Contested' });
  return { path: `/people/${personId}`, record: `/v0/persons/${personId}`, theirs: { name: 'Theirs' } };
}

async function subscription(): Promise<Contested> {
  const body = { url: 'https://hooks.example.com/contested', events: ['topic.created'] };
  const { subscriptionId } = await created<{ subscriptionId: string }>('/v0/webhook_subscriptions', body);
  return {
    path: `/webhooks/${subscriptionId}`,
    record: `/v0/webhook_subscriptions/${subscriptionId}`,
    theirs: { url: 'https://hooks.example.com/theirs' },
  };
}

async function pagePicture(): Promise<Contested> {
  const page = await records.page();
  return {
    path: `/pages/${page.pageId}/link_picture`,
    fields: { assetId: exampleId('asset') },
    record: pagePath(page),
    theirs: { name: 'Theirs' },
  };
}

async function audiencePicture(): Promise<Contested> {
  const audience = await records.audience();
  return {
    path: `/pages/${audience.pageId}/audiences/${audience.audienceId}/link_picture`,
    fields: { assetId: exampleId('asset') },
    record: pathOf(audience),
    theirs: { customName: 'Theirs' },
  };
}

async function link(): Promise<Contested> {
  const { pageId, audienceId } = await records.audience();
  const body = { path: `/contested-${++count}`, target: { targetType: 'audience', audienceId } };
  const { pageLinkId } = await created<{ pageLinkId: string }>('/v0/page_links', body);
  return {
    path: `/pages/${pageId}/audiences/${audienceId}/links/${pageLinkId}/delete`,
    record: `/v0/page_links/${pageLinkId}`,
    theirs: { path: `/theirs-${count}` },
  };
}

async function message(): Promise<Contested> {
  const audience = await records.audience();
  const record = pathOf(audience);
  for (const customName of ['First', 'Second']) await api.patch(record, { customName }).expect(200);
  const [{ messageId } = { messageId: '' }] = await records.messages(audience);
  const screen = `/pages/${audience.pageId}/audiences/${audience.audienceId}`;
  return {
    path: `${screen}/messages/${messageId}/restore`,
    record,
    theirs: { customName: 'Theirs' },
  };
}

const at = async (contested: Promise<Contested>, end: string, done?: number): Promise<Contested> => {
  const { path, ...rest } = await contested;
  return { ...rest, path: path + end, done };
};

/** A button on the screen of the record. */
const button = async (contested: Promise<Contested>, end: string): Promise<Contested> => {
  const { path, ...rest } = await contested;
  return { ...rest, path, to: path + end };
};

const FORMS: [string, () => Promise<Contested>][] = [
  ['the title of a topic', topic],
  ['deleting a topic', () => at(topic(), '/delete')],
  ['an entry', entry],
  ['deleting an entry', () => at(entry(), '/delete')],
  ['a brand', brand],
  ['deleting a brand', () => at(brand(), '/delete')],
  ['a form', form],
  ['deleting a form', () => at(form(), '/delete')],
  ['an asset', asset],
  ['moving an asset to the trash', () => at(asset(), '/trash')],
  ['the name of an account', account],
  ['a person', () => at(person(), '/edit')],
  ['erasing a person', () => at(person(), '/erase', 200)],
  ['a subscription', () => at(subscription(), '/edit')],
  ['deleting a subscription', () => at(subscription(), '/delete')],
  ['switching a subscription off', () => button(subscription(), '/switch_off')],
  ['the link picture of a page', pagePicture],
  ['the link picture of an audience', audiencePicture],
  ['deleting a link', link],
  ['restoring a message', message],
];

describe('a change of somebody else is not overwritten by', () => {
  it.each(FORMS)('%s', async (_, prepare) => {
    const { path, to = path, fields = {}, record, theirs, done = 303 } = await prepare();
    const kim = await visitor().signIn(service.home.key);
    const shown = await kim.get(path).expect(200);
    await api.patch(record, theirs).expect(200);
    const refused = await kim.post(to, { ...fieldsIn(shown.text, to), ...fields }).expect(412);
    expect(refused.text).toContain('The record has changed since');
    expect((await api.get(record).expect(200)).body).toMatchObject(theirs);
    // Told of the change, the person can go on.
    await kim.post(to, { ...fieldsIn(refused.text, to), ...fields }).expect(done);
  });
});

it('an asset is not deleted for good after somebody else has put it back and away again', async () => {
  const { path, record } = await asset();
  await api.delete(record).expect(200);
  const kim = await visitor().signIn(service.home.key);
  const to = `${path}/delete`;
  const { text } = await kim.get(to).expect(200);
  await api.post(record.replace('assets/', 'assets/trash/') + '/restore').expect(200);
  await api.delete(record).expect(200);
  const refused = await kim.post(to, fieldsIn(text, to)).expect(412);
  await kim.post(to, fieldsIn(refused.text, to)).expect(303);
});
