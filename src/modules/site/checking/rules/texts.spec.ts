import { checked, places } from '../../../../../test/site/checking/checked.js';
import { textFindings } from './texts.js';

const found = (page: object) => places(textFindings(checked(page)));
const widget = (type: string, more: object = {}) => ({
  actionCardWidgets: [{ type, title: '', logos: [], ...more }],
});

it('a widget shows something', () => {
  expect(found(widget('logo_marquee'))).toEqual(['empty_widget /actionCardWidgets/0/logos']);
  expect(found(widget('video'))).toEqual(['empty_widget /actionCardWidgets/0/url']);
  expect(found(widget('video', { url: 'https://example.com/a.mp4' }))).toEqual([]);
  expect(found(widget('another'))).toEqual([]);
});

it('a picture has a text', () => {
  const image = { altText: ' ', url: 'https://example.com/a.png', fileId: '', assetId: '' };
  expect(found(widget('logo_marquee', { logos: [{ image }] }))).toEqual([
    'missing_alt_text /actionCardWidgets/0/logos/0/image/altText',
  ]);
  expect(found({ body: '[![](a)](b) ![A photo](c)' })).toEqual(['missing_alt_text /body']);
  const ogImageAssetId = '01938f5b-e800-7000-8000-000000000001';
  expect(found({ ogImageAssetId })).toEqual(['missing_alt_text /metadata/ogImageAlt']);
  expect(found({ ogImageAssetId, metadata: { ogImageAlt: 'We' } })).toEqual([]);
});

it('a placed picture may be only decoration, unless it is a block of its own', () => {
  const picture = { assetId: 'asset_x', altText: '' };
  const quote = { type: 'quote' as const, quote: 'Good', name: 'Ada', portrait: picture };
  const beside = { type: 'picture_text' as const, picture, pictureSide: 'start' as const, text: 'We' };
  expect(found({ coverImage: picture, blocks: [quote, beside] })).toEqual([]);
  const alone = { type: 'picture' as const, picture };
  expect(found({ blocks: [quote, alone] })).toEqual(['picture_as_decoration /blocks/1/picture/altText']);
  const described = { ...alone, picture: { ...picture, altText: 'We' } };
  expect(found({ blocks: [described] })).toEqual([]);
});

it('a text that takes too long is told, and not searched', () => {
  expect(found({ body: `![](a) ${'['.repeat(99_000)}` })).toEqual(['markdown_too_costly /body']);
});
