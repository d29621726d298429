import type { PageCheckView } from '../../../src/modules/site/checking/checks.dto.js';
import { uuidOf, wireId } from '../../../src/shared/kernel/ids.js';
import { made } from '../../assets/support.js';
import { action } from '../../pages/records.js';
import { useTestService } from '../../support/test-service.js';
import { DOMAIN } from '../site-visitor.js';
import { CheckingVisitor, CLEAN, logo, placeOf, widget, withBody, withUrl } from './checking-visitor.js';

const used = useTestService();
const { service, api } = used;
const visitor = new CheckingVisitor(used);

let picture: Awaited<ReturnType<typeof made>>;

beforeAll(async () => {
  picture = await made(service);
  await visitor.provenDomain();
});

describe('a page', () => {
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
    const { findings } = await visitor.checkOf({
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
    const few = await visitor.checkOf(linking(['/only-here', '/nothing']));
    expect(few.findings.map(({ code, message }) => [code, message])).toEqual([
      ['link_leads_nowhere', expect.stringContaining('"/nothing"')],
    ]);
    const many = Array.from({ length: 999 }, (_, at) => `/nothing-${at}`);
    const elsewhere = `https://${DOMAIN}/nothing-here`;
    const { findings } = await visitor.checkOf(linking([elsewhere, ...many]));
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
    const { findings } = await visitor.checkOf({ actionCardWidgets: [logo({ fileId })] });
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
    const { findings } = await visitor.checkOf({ brandId: 'pale', metadata });
    expect(findings.map(placeOf)).toEqual([
      'asset_in_trash /brandId',
      'low_contrast /brandId',
      'low_contrast /brandId',
    ]);
    expect(findings[0]!.message).toContain('The logoAssetId of the brand');
  });
});

describe('the page of an audience', () => {
  it('is checked with the overrides, at their places', async () => {
    const overrides = {
      bodyOverride: '[It](example.com/demo)',
      actionFormIdOverride: 'none',
      actionUrlOverride: `${service.siteUrl}/home/nothing-here`,
      metadataOverride: { themeColor: 'tomato', title: '' },
    };
    const { findings } = await visitor.checkedAudience({ body: '[It](demo)', ...withUrl('demo') }, overrides);
    expect(findings.map(placeOf)).toEqual([
      'relative_url /bodyOverride',
      'link_leads_nowhere /actionUrlOverride',
      'wrong_color /metadataOverride/themeColor',
      'form_not_found /actionFormIdOverride',
      'missing_title /metadataOverride/title',
    ]);
  });

  it('has the faults of the page where nothing overrides it', async () => {
    const { findings } = await visitor.checkedAudience(
      { body: '[It](demo)' },
      { metadataOverride: { title: 'Mine' } },
    );
    expect(findings.map(placeOf)).toEqual(['relative_url /body']);
  });

  it('has none of the page where something does', async () => {
    const { findings } = await visitor.checkedAudience(
      { body: '[It](demo)', ...withUrl('demo') },
      {
        bodyOverride: 'Nothing wrong',
        actionUrlOverride: 'https://example.com/mine',
      },
    );
    expect(findings).toEqual([]);
  });
});
