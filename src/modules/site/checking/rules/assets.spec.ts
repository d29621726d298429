import { checked, facts, places } from '../../../../../test/site/checking/checked.js';
import { wireId } from '../../../../shared/kernel/ids.js';
import type { NamedAsset } from '../../../assets/index.js';
import { assetFindings } from './assets.js';

const ID = wireId('asset', '01938f5b-e800-7000-8000-000000000001');
const FILE = wireId('file', '01938f5b-e800-7000-8000-000000000002');
const SHOWN: NamedAsset = { isPicture: true, isTrashed: false, isHidden: false };

const withLogo = (image: object) => {
  const logos = [{ image: { altText: '', url: '', fileId: '', assetId: '', ...image } }];
  return { actionCardWidgets: [{ type: 'logo_marquee', title: '', logos }] };
};
const found = (page: object, asset?: NamedAsset) => {
  const assets = new Map(asset ? [ID, FILE].map((name) => [name, asset]) : []);
  return places(assetFindings(checked(page), facts({ assets })));
};

const URL = 'https://example.com/a.png';
const LOGO = '/actionCardWidgets/0/logos/0/image';

describe('a logo', () => {
  it('is shown by its file, its asset or its URL', () => {
    expect(found(withLogo({ assetId: ID }), SHOWN)).toEqual([]);
    expect(found(withLogo({ fileId: FILE, assetId: 'x' }), SHOWN)).toEqual([]);
    expect(found(withLogo({ assetId: ID, url: URL }))).toEqual([]);
    expect(found(withLogo({ fileId: 'x', url: URL }))).toEqual([]);
    expect(found(withLogo({ assetId: ID }), { ...SHOWN, isHidden: true })).toEqual([]);
  });

  it('is not shown otherwise', () => {
    expect(found(withLogo({ assetId: ID }))).toEqual([`asset_not_found ${LOGO}/assetId`]);
    expect(found(withLogo({ fileId: FILE, url: URL }))).toEqual([`asset_not_found ${LOGO}/fileId`]);
    expect(found(withLogo({ fileId: FILE }), { ...SHOWN, isTrashed: true })).toEqual([
      `asset_in_trash ${LOGO}/fileId`,
    ]);
    expect(found(withLogo({ assetId: ID }), { ...SHOWN, isPicture: false })).toEqual([
      `asset_not_a_picture ${LOGO}/assetId`,
    ]);
  });
});

describe('a picture in a text', () => {
  it('is told once', () => {
    const body = `![a](asset:${ID}) ![b](asset:${ID})`;
    expect(found({ body })).toEqual(['asset_not_found /body']);
    expect(found({ body }, { ...SHOWN, isHidden: true })).toEqual(['asset_hidden /body']);
    expect(found({ body }, SHOWN)).toEqual([]);
  });

  it('has to name an asset, or be of another host', () => {
    expect(found({ body: '![a](asset:mine)' })).toEqual(['asset_not_found /body']);
    expect(found({ body: '![a](a.png)' })).toEqual(['wrong_url /body']);
    expect(found({ body: `![a](${URL})` })).toEqual(['foreign_image /body']);
  });

  it('within code is a text', () => {
    expect(found({ body: '`![a](asset:mine)`' })).toEqual([]);
  });
});
