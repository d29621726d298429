import { jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  AudienceCheckView,
  FindingView,
  PageCheckView,
} from '../../../src/modules/site/checking/checks.dto.js';
import { FactsReader } from '../../../src/modules/site/checking/facts-reader.js';
import { FINDING_CODES, type FindingCode } from '../../../src/modules/site/checking/rules/finding.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { uuidOf, wireId } from '../../../src/shared/kernel/ids.js';
import { CONTENT, made } from '../../assets/support.js';
import { action, pathOf } from '../../pages/records.js';
import { statementsOf } from '../../support/statements.js';
import { useTestService } from '../../support/test-service.js';
import { DOMAIN, SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service, api, strangerApi } = used;
const visitor = new SiteVisitor(used);

type Asset = Awaited<ReturnType<typeof made>>;

/** Says all that a visitor needs. Its brand is one of the sample data. */
const CLEAN = {
  name: 'Clean',
  metadata: { title: 'For you', description: 'What you gain', themeColor: '#0f766e' },
  actions: [action('book'), { ...action('share'), actionType: 'copy_text', url: 'any text' }],
  body: 'See [all of it](https://example.com/all) or [write](mailto:a@example.com), [below](#below).',
};

const widget = (more: object) => ({ type: 'logo_marquee', title: 'They trust us', logos: [], ...more });
const logo = (image: object) =>
  widget({ logos: [{ image: { altText: 'A', url: '', fileId: '', assetId: '', ...image } }] });

async function checkOf(page: object): Promise<PageCheckView> {
  const { pageId } = await visitor.page({ ...CLEAN, ...page });
  return visitor.read<PageCheckView>(`/v0/pages/${pageId}/check`);
}

async function checkedAudience(page: object, overrides: object): Promise<AudienceCheckView> {
  const audience = await visitor.audience(overrides, (await visitor.page({ ...CLEAN, ...page })).pageId);
  return visitor.read<AudienceCheckView>(`${pathOf(audience)}/check`);
}

/** A page that has exactly this finding. */
interface Case {
  code: FindingCode;
  pointer: string;
  page: object;
  /** A part of what the finding says. */
  says: string;
}

const withAction = (change: object) => ({ actions: [{ ...action('a'), ...change }] });
const withUrl = (url: string) => withAction({ url });
const withBody = (body: string) => ({ body });

let picture: Asset;
let trashed: Asset;
let hidden: Asset;
let video: Asset;
const asset = (of: () => Asset) => () => withBody(`![A photo](asset:${of().assetId})`);

const cases: (Omit<Case, 'page'> & { page: object | (() => object) })[] = [
  {
    code: 'too_many_parts',
    pointer: '/actions/500',
    page: { actions: Array.from({ length: 501 }, (_, at) => action(`action-${at}`)) },
    says: 'The page has 501 actions, and the site shows the first 500',
  },
  {
    code: 'unknown_action_type',
    pointer: '/actions/0/actionType',
    page: withAction({ actionType: 'open_ulr' }),
    says: 'Did you mean "open_url"?',
  },
  {
    code: 'unknown_widget_type',
    pointer: '/actionCardWidgets/0/type',
    page: { actionCardWidgets: [widget({ type: 'Logo-Marque' })] },
    says: 'Did you mean "logo_marquee"?',
  },
  { code: 'wrong_url', pointer: '/actions/0/url', page: withUrl(' '), says: 'The URL is empty.' },
  {
    code: 'wrong_url',
    pointer: '/actions/0/url',
    page: withUrl('https://'),
    says: '"https://" is not a URL.',
  },
  {
    code: 'wrong_url',
    pointer: '/metadata/canonicalUrl',
    page: { metadata: { ...CLEAN.metadata, canonicalUrl: '/here' } },
    says: 'not an absolute http or https URL',
  },
  {
    code: 'relative_url',
    pointer: '/actions/0/url',
    page: withUrl('example.com/demo'),
    says: 'Did you mean "https://example.com/demo"?',
  },
  { code: 'relative_url', pointer: '/body', page: withBody('See [it](demo).'), says: 'leads elsewhere' },
  {
    code: 'unsafe_url',
    pointer: '/footerLinks/0/links/0/url',
    page: {
      footerLinks: [{ id: 'a', title: 'A', links: [{ id: 'b', text: 'B', url: 'javascript:alert(1)' }] }],
    },
    says: 'because of its scheme',
  },
  {
    code: 'link_leads_nowhere',
    pointer: '/actions/0/url',
    page: () => withUrl(`${service.siteUrl}/home/nothing-here`),
    says: 'There is no page at',
  },
  { code: 'link_leads_nowhere', pointer: '/body', page: withBody('[Go](/nothing)'), says: 'a path alone' },
  {
    code: 'link_leads_nowhere',
    pointer: '/actions/0/url',
    page: withUrl(`https://${DOMAIN}/nothing-here`),
    says: 'There is no page at',
  },
  {
    code: 'link_to_hidden_page',
    pointer: '/actions/0/url',
    page: () => withUrl(`${service.siteUrl}/home/archived`),
    says: 'archived or deleted',
  },
  {
    code: 'asset_not_found',
    pointer: '/actionCardWidgets/0/logos/0/image/assetId',
    page: { actionCardWidgets: [logo({ assetId: exampleId('asset', 4000) })] },
    says: 'does not exist',
  },
  {
    code: 'asset_not_found',
    pointer: '/actionCardWidgets/0/logos/0/image/fileId',
    page: {
      actionCardWidgets: [logo({ fileId: exampleId('file', 4000), url: 'https://example.com/a.png' })],
    },
    says: 'does not exist',
  },
  { code: 'asset_in_trash', pointer: '/body', page: asset(() => trashed), says: 'is in the trash' },
  { code: 'asset_hidden', pointer: '/body', page: asset(() => hidden), says: 'is hidden' },
  { code: 'asset_not_a_picture', pointer: '/body', page: asset(() => video), says: 'is not a picture' },
  {
    code: 'wrong_color',
    pointer: '/metadata/themeColor',
    page: { metadata: { ...CLEAN.metadata, themeColor: 'tomato' } },
    says: 'ignores the colour "tomato"',
  },
  {
    code: 'form_not_found',
    pointer: '/defaultFormId',
    page: { defaultFormId: exampleId('form', 4000) },
    says: 'asked for their email address only',
  },
  { code: 'brand_not_found', pointer: '/brandId', page: { brandId: 'amce' }, says: 'Did you mean "acme"?' },
  { code: 'brand_not_found', pointer: '/brandId', page: { brandId: 'brand_1' }, says: 'no brand "brand_1"' },
  {
    code: 'empty_widget',
    pointer: '/actionCardWidgets/0/logos',
    page: { actionCardWidgets: [widget({})] },
    says: 'the site omits it',
  },
  {
    code: 'empty_widget',
    pointer: '/actionCardWidgets/0/url',
    page: { actionCardWidgets: [widget({ type: 'video' })] },
    says: 'The video has no URL.',
  },
  {
    code: 'missing_title',
    pointer: '/metadata/title',
    page: { metadata: { description: 'What you gain' } },
    says: 'visitors see the name of the page',
  },
  {
    code: 'missing_description',
    pointer: '/metadata/description',
    page: { metadata: { title: 'For you', description: ' ' } },
    says: 'There is no description',
  },
  {
    code: 'missing_alt_text',
    pointer: '/actionCardWidgets/0/logos/0/image/altText',
    page: () => ({ actionCardWidgets: [logo({ altText: '', assetId: picture.assetId })] }),
    says: 'The logo has no text',
  },
  {
    code: 'missing_alt_text',
    pointer: '/body',
    page: () => withBody(`![](asset:${picture.assetId})`),
    says: 'has no text for people',
  },
  {
    code: 'picture_as_decoration',
    pointer: '/blocks/0/picture/altText',
    page: () => ({ blocks: [{ type: 'picture', picture: { assetId: picture.assetId, altText: '' } }] }),
    says: 'only decoration',
  },
  {
    code: 'markdown_too_costly',
    pointer: '/body',
    page: withBody('['.repeat(100_000)),
    says: 'without formatting',
  },
  {
    code: 'foreign_image',
    pointer: '/body',
    page: withBody('![A photo](https://example.com/a.png)'),
    says: 'shows a link to it',
  },
  { code: 'language_without_words', pointer: '/language', page: { language: 'sv' }, says: 'are in en' },
  {
    code: 'low_contrast',
    pointer: '/metadata/themeColor',
    page: { metadata: { ...CLEAN.metadata, themeColor: '#ffe08a' } },
    says: 'hard to read',
  },
];

beforeAll(async () => {
  picture = await made(service);
  hidden = await made(service);
  trashed = await made(service);
  video = await made(service, { content: CONTENT.mp4, fields: { type: 'video' } });
  await api.patch(`/v0/assets/${hidden.assetId}`, { hidden: true }).expect(200);
  await api.delete(`/v0/assets/${trashed.assetId}`).expect(200);
  await visitor.provenDomain();
  const archived = await visitor.shown('/archived');
  await api.delete(pathOf(archived)).expect(200);
});

describe('a page', () => {
  it('without a fault has no finding', async () => {
    const { findings, isComplete } = await checkOf({});
    expect([findings, isComplete]).toEqual([[], true]);
  });

  it.each(cases)('is told $code at $pointer: $says', async ({ code, pointer, page, says }) => {
    const { findings } = await checkOf(typeof page === 'function' ? page() : page);
    expect(findings).toEqual([
      { code, pointer, severity: FINDING_CODES[code], message: expect.any(String), fix: expect.any(String) },
    ]);
    expect(`${findings[0]!.message} ${findings[0]!.fix}`).toContain(says);
  });

  it('has findings of each code, and the docs name them all', async () => {
    const codes = Object.keys(FINDING_CODES).sort();
    const found = new Set([...cases.map(({ code }) => code), 'topic_not_found']);
    expect([...found].sort()).toEqual(codes);
    const docs = await readFile(join(import.meta.dirname, '../../../docs/site.md'), 'utf8');
    const [, section] = /^## Checks$([^]*?)^## /m.exec(docs)!;
    const rows = section!.matchAll(/^\| `(\w+)` +\| (\w+) +\|/gm);
    expect(Object.fromEntries([...rows].map(([, code, severity]) => [code, severity]))).toEqual(
      FINDING_CODES,
    );
  });

  it('is told of many checks at once, which run one after the other', async () => {
    const body = Array.from({ length: 9000 }, (_, at) => `[](/${at})`).join(' ');
    const { pageId } = await visitor.page({ ...CLEAN, body });
    const running = { now: 0, most: 0 };
    const facts = service.app.get(FactsReader, { strict: false });
    const look = facts.of.bind(facts);
    const looking = jest.spyOn(facts, 'of').mockImplementation(async (page) => {
      running.most = Math.max(running.most, ++running.now);
      return look(page).finally(() => running.now--);
    });
    const check = () => api.get(`/v0/pages/${pageId}/check`).then(({ status }) => status);
    const statuses = await Promise.all(Array.from({ length: 16 }, check));
    looking.mockRestore();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(running.most).toBe(1);
  });

  it('may link to pages that visitors can open, and name what exists', async () => {
    const audience = await visitor.shown('/open');
    const [{ tenantDomainId }] = (await api.get('/v0/tenant_domains').expect(200)).body.items;
    await visitor.link('/über uns', audience, { tenantDomainId });
    const { formId } = (
      await api
        .post('/v0/forms', {
          name: 'F',
          fields: [{ name: 'email', type: 'email', label: 'Email', required: true }],
        })
        .expect(201)
    ).body;
    const { findings } = await checkOf({
      brandId: 'something that nobody has',
      defaultFormId: formId,
      actions: [
        { ...action('own'), url: `${service.siteUrl}/home/open?from=here#there` },
        { ...action('domain'), url: `https://${DOMAIN}/%C3%BCber%20uns` },
        { ...action('elsewhere'), url: 'https://elsewhere.example/nothing' },
        { ...action('any scheme'), url: '//elsewhere.example/nothing' },
        { ...action('other tenant'), url: `${service.siteUrl}/somebody/nothing` },
        { ...action('robots'), url: `https://${DOMAIN}/robots.txt` },
        { ...action('form'), actionType: 'submit_form', url: '' },
      ],
      actionCardWidgets: [
        logo({ assetId: picture.assetId }),
        logo({ fileId: picture.data.fileId }),
        logo({ assetId: 'not ours', url: 'https://example.com/a.png' }),
        widget({ type: 'video', url: 'https://example.com/a.mp4' }),
      ],
      body: '[here](/über%20uns) and [there](/home/open)',
    });
    expect(findings).toEqual([]);
  });

  it('is told of paths that lead nowhere on any domain, as long as not too many are to be looked up', async () => {
    let tenantDomainId = '';
    for (let at = 0; at < 10; at++) tenantDomainId = await visitor.provenDomain(`www${at}.acme.example`);
    await visitor.link('/only-here', await visitor.audience(), { tenantDomainId });
    const linking = (paths: string[]) => withBody(paths.map((path) => `[a](${path})`).join(' '));
    const few = await checkOf(linking(['/only-here', '/nothing']));
    expect(few.findings.map(({ code, message }) => [code, message])).toEqual([
      ['link_leads_nowhere', expect.stringContaining('"/nothing"')],
    ]);
    const many = Array.from({ length: 999 }, (_, at) => `/nothing-${at}`);
    const elsewhere = `https://${DOMAIN}/nothing-here`;
    const { findings } = await checkOf(linking([elsewhere, ...many]));
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ['link_leads_nowhere', expect.stringContaining(elsewhere)],
    ]);
  });

  it('may not show the preview of an asset', async () => {
    const { assetId } = await made(service);
    // `is_preview` is what the previous release reads.
    const { rows } = await service.pool.query<{ file_id: string }>(
      `insert into asset_variant
         (tenant_id, asset_id, file_id, purpose, is_preview, media_type, width, height, file_size, file_hash)
       values ($1, $2, new_uuid(), 'preview', false, 'image/webp', 9, 9, 1, '') returning file_id`,
      [service.home.id, uuidOf('asset', assetId)],
    );
    const fileId = wireId('file', rows[0]!.file_id);
    const { findings } = await checkOf({ actionCardWidgets: [logo({ fileId })] });
    expect(findings.map(placeOf)).toEqual(['asset_not_found /actionCardWidgets/0/logos/0/image/fileId']);
  });

  it('is told of a link picture without a text, or in the trash', async () => {
    const { pageId } = await visitor.page(CLEAN);
    const asset = await made(service);
    await api.put(`/v0/pages/${pageId}/og_image`, { assetId: asset.assetId }).expect(200);
    const findings = async () => (await visitor.read<PageCheckView>(`/v0/pages/${pageId}/check`)).findings;
    expect((await findings()).map(placeOf)).toEqual(['missing_alt_text /metadata/ogImageAlt']);
    await api.delete(`/v0/assets/${asset.assetId}`).expect(200);
    expect((await findings()).map(placeOf)).toContain('asset_in_trash /metadata/ogImageUrl');
  });

  it('is told of a topic that was deleted', async () => {
    const { topicId } = (await api.post('/v0/topics', { title: 'For now' }).expect(201)).body;
    const { pageId } = await visitor.page({ ...CLEAN, topicIds: [topicId] });
    const findings = async () => (await visitor.read<PageCheckView>(`/v0/pages/${pageId}/check`)).findings;
    expect(await findings()).toEqual([]);
    await api.delete(`/v0/topics/${topicId}`).expect(200);
    expect((await findings()).map(placeOf)).toEqual(['topic_not_found /topicIds/0']);
  });

  it('is told of the pictures of its cover and its blocks, and of their texts', async () => {
    const [cover, placed] = [await made(service), await made(service)];
    const page = {
      coverImage: { assetId: cover.assetId, altText: 'Us' },
      blocks: [
        { type: 'picture', picture: { assetId: placed.assetId, altText: '' } },
        { type: 'text', text: '[It](demo)' },
        { type: 'steps', steps: [{ title: 'One' }, { title: 'Two', text: `![](asset:${placed.assetId})` }] },
      ],
    };
    const { pageId } = await visitor.page({ ...CLEAN, ...page });
    await api.delete(`/v0/assets/${cover.assetId}`).expect(200);
    await api.patch(`/v0/assets/${placed.assetId}`, { hidden: true }).expect(200);
    const { findings } = await visitor.read<PageCheckView>(`/v0/pages/${pageId}/check`);
    expect(findings.map(placeOf)).toEqual([
      'relative_url /blocks/1/text',
      'asset_hidden /blocks/2/steps/1/text',
      'asset_in_trash /coverImage/assetId',
      'asset_hidden /blocks/0/picture/assetId',
      'missing_alt_text /blocks/2/steps/1/text',
      'picture_as_decoration /blocks/0/picture/altText',
    ]);
  });

  it('is told of the faults of its brand', async () => {
    const logoAsset = await made(service, { fields: { type: 'logo' } });
    const brand = { key: 'pale', name: 'Pale', logoAssetId: logoAsset.assetId, accentColor: '#ffe08a' };
    await api.post('/v0/brands', { ...brand, groundColor: '#fff', textColor: '#eee' }).expect(201);
    await api.delete(`/v0/assets/${logoAsset.assetId}`).expect(200);
    const metadata = { title: 'For you', description: 'What you gain' };
    const { findings } = await checkOf({ brandId: 'pale', metadata });
    expect(findings.map(placeOf)).toEqual([
      'asset_in_trash /brandId',
      'low_contrast /brandId',
      'low_contrast /brandId',
    ]);
    expect(findings[0]!.message).toContain('The logoAssetId of the brand');
  });
});

const placeOf = ({ code, pointer }: FindingView) => `${code} ${pointer}`;

describe('the page of an audience', () => {
  it('is checked with the overrides, at their places', async () => {
    const overrides = {
      bodyOverride: '[It](example.com/demo)',
      actionFormIdOverride: 'none',
      actionUrlOverride: `${service.siteUrl}/home/nothing-here`,
      metadataOverride: { themeColor: 'tomato', title: '' },
    };
    const { findings } = await checkedAudience({ body: '[It](demo)', ...withUrl('demo') }, overrides);
    expect(findings.map(placeOf)).toEqual([
      'relative_url /bodyOverride',
      'link_leads_nowhere /actionUrlOverride',
      'wrong_color /metadataOverride/themeColor',
      'form_not_found /actionFormIdOverride',
      'missing_title /metadataOverride/title',
    ]);
  });

  it('has the faults of the page where nothing overrides it', async () => {
    const { findings } = await checkedAudience(
      { body: '[It](demo)' },
      { metadataOverride: { title: 'Mine' } },
    );
    expect(findings.map(placeOf)).toEqual(['relative_url /body']);
  });

  it('has none of the page where something does', async () => {
    const { findings } = await checkedAudience(
      { body: '[It](demo)', ...withUrl('demo') },
      {
        bodyOverride: 'Nothing wrong',
        actionUrlOverride: 'https://example.com/mine',
      },
    );
    expect(findings).toEqual([]);
  });
});

describe('of a page with more faults than anybody reads', () => {
  const many = (count: number) => ({
    ...withAction({}),
    metadata: {},
    actionCardWidgets: Array.from({ length: count }, (_, at) => logo({ altText: '', assetId: `none-${at}` })),
    body: Array.from({ length: count }, (_, at) => `[a](/nothing-${at}) ![](asset:${picture.assetId})`).join(
      ' ',
    ),
  });

  it('the hundred most severe ones are told, in the same order each time', async () => {
    const { pageId } = await visitor.page({ ...CLEAN, ...many(500) });
    const path = `/v0/pages/${pageId}/check`;
    const check = await visitor.read<PageCheckView>(path);
    expect(check).toMatchObject({ isComplete: false });
    expect(check.findings).toHaveLength(100);
    expect(new Set(check.findings.map(({ severity }) => severity))).toEqual(new Set(['error']));
    expect(await visitor.read<PageCheckView>(path)).toEqual(check);
  });

  it('the statements are as many as of a page with one', async () => {
    const during = statementsOf(service);
    const statements = async (count: number) => {
      const { pageId } = await visitor.page({
        ...CLEAN,
        ...many(count),
        defaultFormId: exampleId('form', 4000),
      });
      return (await during(() => api.get(`/v0/pages/${pageId}/check`).expect(200))).length;
    };
    const ofOne = await statements(1);
    expect(await statements(500)).toBe(ofOne);
    expect(ofOne).toBeLessThanOrEqual(7);
  });
});

describe('a check', () => {
  it('of what is not there is refused', async () => {
    const audience = await visitor.audience();
    const other = await visitor.page();
    await api.get(`/v0/pages/${exampleId('page', 4000)}/check`).expect(404);
    await api.get(pathOf({ ...audience, pageId: other.pageId }) + '/check').expect(404);
    await strangerApi.get(`${pathOf(audience)}/check`).expect(404);
    await strangerApi.get(`/v0/pages/${audience.pageId}/check`).expect(404);
    await api.delete(`/v0/pages/${audience.pageId}`).expect(200);
    await api.get(`/v0/pages/${audience.pageId}/check`).expect(404);
    await api.get(`${pathOf(audience)}/check`).expect(404);
  });

  it('knows nothing of the records of other tenants', async () => {
    const { body } = await strangerApi.post('/v0/forms', { name: 'F', fields: [] });
    const foreign = await made(service, {}, service.stranger);
    const { findings } = await checkOf({
      defaultFormId: body.formId ?? exampleId('form', 4000),
      body: `![A](asset:${foreign.assetId})`,
    });
    expect(findings.map(placeOf)).toEqual(['asset_not_found /body', 'form_not_found /defaultFormId']);
  });

  it('needs the scope of what it reads', async () => {
    const audience = await visitor.audience();
    const key = await service.keyWith(['pages:read']);
    const get = (path: string) => fetch(service.url + path, { headers: { 'x-api-key': key } });
    expect((await get(`/v0/pages/${audience.pageId}/check`)).status).toBe(200);
    expect((await get(`${pathOf(audience)}/check`)).status).toBe(403);
  });

  it('does not keep anybody from publishing', async () => {
    const { latestVersion } = await visitor.audience({}, (await visitor.page(withUrl('demo'))).pageId);
    expect(latestVersion.status).toBe('published');
  });
});
