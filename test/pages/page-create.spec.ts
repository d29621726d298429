import { jest } from '@jest/globals';
import { clock } from '../../src/shared/kernel/clock.js';
import { useTestService } from '../support/test-service.js';
import { WIRE_TIME } from '../support/api/wire-values.js';
import { action, PLAIN_PAGE, Records } from './records.js';

const WIDGET = {
  type: 'logo_marquee',
  title: 'They trust us',
  logos: [{ image: { altText: 'Acme', url: 'https://example.com/a.png', fileId: 'f', assetId: 'a' } }],
};
const FOOTER = { id: 'legal', title: 'Legal', links: [{ id: 'imprint', text: 'Imprint', url: '/imprint' }] };
const SCRIPT = { content: 'alert(1)', enabled: false, name: 'alert', description: 'Says 1' };
const METADATA = {
  ...{ title: 'T', description: 'D', author: 'A', canonicalUrl: 'C', themeColor: '#fff' },
  ...{ keywords: ['k', ''], robots: ['noindex'] },
  ...{ ogTitle: 'T', ogDescription: 'D', ogImageAlt: 'I', ogSiteName: 'S', ogUrl: 'U' },
  ...{
    twitterTitle: 'T',
    twitterDescription: 'D',
    twitterImageAlt: 'I',
    twitterSite: 'S',
    twitterCreator: 'C',
  },
};

const { api } = useTestService();
const records = new Records(api);
const without = (name: string) =>
  Object.fromEntries(Object.entries(PLAIN_PAGE).filter(([each]) => each !== name));

describe('POST /v0/pages', () => {
  it('makes a draft of all that is given, and answers it whole', async () => {
    const given = {
      ...{ name: 'Spring', pageContext: 'About', pageType: 'sales_deck', brandId: '' },
      ...{ actions: [action('a'), action('b')], actionCardWidgets: [WIDGET], scripts: [SCRIPT] },
      ...{ footerLinks: [FOOTER], headerActionId: 'b', metadata: METADATA },
      ...{ topicIds: [], blocks: [{ type: 'text', title: 'Why', text: 'Now' }] },
    };
    const page = await records.page(given);
    expect(page).toEqual({
      ...given,
      pageId: expect.stringMatching(/^page_[0-9a-z]{26}$/),
      title: 'T',
      status: 'draft',
      actions: [
        { ...action('a'), actionIndex: 0 },
        { ...action('b'), actionIndex: 1 },
      ],
      audiencesCount: 0,
      createdAt: expect.stringMatching(WIRE_TIME),
      updatedAt: page.createdAt,
      archivedAt: null,
      deletedAt: null,
    });
    expect(await records.read(`/v0/pages/${page.pageId}`)).toEqual(page);
  });

  it('is made and changed in one moment, however long it takes', async () => {
    let time = Date.now();
    const now = jest.spyOn(clock, 'now').mockImplementation(() => new Date((time += 5)));
    const { createdAt, updatedAt } = await records.page();
    now.mockRestore();
    expect(updatedAt).toBe(createdAt);
  });

  it('takes the least there can be, and leaves out what it has not', async () => {
    const page = await records.page({ name: 'x', pageContext: 'y' });
    expect(page).toMatchObject({ title: 'x', footerLinks: [], actions: [], status: 'draft' });
    expect(page).not.toHaveProperty('headerActionId');
    expect(page).not.toHaveProperty('metadata');
    expect(await records.read(`/v0/pages/${page.pageId}`)).toEqual(page);
  });

  it('has robots in its metadata even where none were given', async () => {
    const page = await records.page({ metadata: {} });
    expect(page).toMatchObject({ title: 'Plain', metadata: { robots: [] } });
    expect(await records.read(`/v0/pages/${page.pageId}`)).toEqual(page);
  });

  it('is called by its name where the title in its metadata is empty', async () => {
    expect((await records.page({ metadata: { title: '' } })).title).toBe('Plain');
  });

  it('gives a widget without logos none', async () => {
    const page = await records.page({ actionCardWidgets: [{ type: 'video', title: '' }] });
    expect(page.actionCardWidgets).toEqual([{ type: 'video', title: '', logos: [] }]);
  });

  it.each(['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom'])('takes %s', async (pageType) => {
    expect((await records.page({ pageType })).pageType).toBe(pageType);
  });

  it.each([
    ...Object.keys(PLAIN_PAGE).map((name) => [without(name), `/${name}`, 'required']),
    ...Object.keys(PLAIN_PAGE).map((name) => [{ ...PLAIN_PAGE, [name]: null }, `/${name}`, 'wrong_type']),
  ] as [object, string, string][])('refuses %j', async (body, pointer, code) => {
    const answer = await api.post('/v0/pages', body).expect(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it.each([
    [{ name: '' }, '/name', 'too_short'],
    [{ pageContext: '' }, '/pageContext', 'too_short'],
    [{ brandId: 7 }, '/brandId', 'wrong_type'],
    [{ pageType: 'Inbound' }, '/pageType', 'unknown_value'],
    [{ status: 'published' }, '/status', 'unknown_property'],
    [{ title: 'x' }, '/title', 'unknown_property'],
    [{ footerLinks: null }, '/footerLinks', 'wrong_type'],
    [
      { footerLinks: [{ ...FOOTER, links: [{ id: 'x', text: 'x' }] }] },
      '/footerLinks/0/links/0/url',
      'required',
    ],
    [{ headerActionId: null }, '/headerActionId', 'wrong_type'],
    [{ metadata: null }, '/metadata', 'wrong_type'],
    [{ metadata: [] }, '/metadata', 'wrong_type'],
    [{ metadata: { keywords: 'x' } }, '/metadata/keywords', 'wrong_type'],
    [{ metadata: { robots: [1] } }, '/metadata/robots/0', 'wrong_type'],
    [{ metadata: { ogImageUrl: 'x' } }, '/metadata/ogImageUrl', 'unknown_property'],
    [{ metadata: { ogImageFileId: 'x' } }, '/metadata/ogImageFileId', 'unknown_property'],
    [{ metadata: { twitterImageUrl: 'x' } }, '/metadata/twitterImageUrl', 'unknown_property'],
    [{ metadata: { twitterImageFileId: 'x' } }, '/metadata/twitterImageFileId', 'unknown_property'],
    [{ actions: [{ ...action('a'), url: undefined }] }, '/actions/0/url', 'required'],
    [{ actions: [{ ...action('a'), actionIndex: 0 }] }, '/actions/0/actionIndex', 'unknown_property'],
    [{ actions: ['a'] }, '/actions/0', 'wrong_type'],
    [{ scripts: [{ ...SCRIPT, enabled: 'yes' }] }, '/scripts/0/enabled', 'wrong_type'],
    [{ actionCardWidgets: [{ type: 'video' }] }, '/actionCardWidgets/0/title', 'required'],
    [{ actionCardWidgets: [{ ...WIDGET, logos: [{}] }] }, '/actionCardWidgets/0/logos/0/image', 'required'],
    [{ actions: [action('a'), action('b'), action('a')] }, '/actions/2/actionId', 'duplicate'],
    [{ actions: [action('a')], headerActionId: 'A' }, '/headerActionId', 'unknown_action'],
    [{ headerActionId: '' }, '/headerActionId', 'unknown_action'],
  ])('refuses %j', async (change, pointer, code) => {
    const { body } = await api.post('/v0/pages', { ...PLAIN_PAGE, ...change }).expect(400);
    expect(body.code).toBe('validation_failed');
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('names a hundred faults about the actions at most', async () => {
    const given = { ...PLAIN_PAGE, actions: Array.from({ length: 300 }, () => action('a')) };
    expect((await api.post('/v0/pages', given).expect(400)).body.errors).toHaveLength(100);
  });

  it('names every fault about the actions at once', async () => {
    const given = { ...PLAIN_PAGE, actions: ['a', 'a', 'a'].map(action), headerActionId: 'b' };
    const { body } = await api.post('/v0/pages', given).expect(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/actions/1/actionId',
      '/actions/2/actionId',
      '/headerActionId',
    ]);
  });
});
