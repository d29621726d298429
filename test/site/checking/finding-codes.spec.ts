import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FINDING_CODES, type FindingCode } from '../../../src/modules/site/checking/rules/finding.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { CONTENT, made } from '../../assets/support.js';
import { action, pathOf } from '../../pages/records.js';
import { useTestService } from '../../support/test-service.js';
import { DOMAIN } from '../site-visitor.js';
import { CheckingVisitor, CLEAN, logo, widget, withAction, withBody, withUrl } from './checking-visitor.js';

const used = useTestService();
const { service, api } = used;
const visitor = new CheckingVisitor(used);

type Asset = Awaited<ReturnType<typeof made>>;

/** A page that has exactly this finding. */
interface Case {
  code: FindingCode;
  pointer: string;
  page: object;
  /** A part of what the finding says. */
  says: string;
}

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
    says: 'hard to read on the background or on cards',
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
    const { findings, isComplete } = await visitor.checkOf({});
    expect([findings, isComplete]).toEqual([[], true]);
  });

  it.each(cases)('is told $code at $pointer: $says', async ({ code, pointer, page, says }) => {
    const { findings } = await visitor.checkOf(typeof page === 'function' ? page() : page);
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
});
