import { uuidOf, wireId } from '../../../../shared/kernel/ids.js';
import { assetIdOf } from '../../../../shared/markdown/asset-references.js';
import type { NamedAsset } from '../../../assets/index.js';
import { safeWebUrl } from '../../rendering/texts/safe-url.js';
import type { CheckedPage, FieldValue } from '../checked/checked-page.js';
import type { Facts } from '../checked/facts.js';
import { finding, quoted, type Finding } from './finding.js';

/** Pictures that visitors do not see, because their asset is missing, in the trash, hidden or no picture. */
export function assetFindings(page: CheckedPage, facts: Facts): Finding[] {
  const { linkPicture } = page;
  return [
    ...logoFindings(page, facts),
    ...textFindings(page, facts),
    ...placedFindings(page, facts),
    ...(linkPicture ? assetFault(linkPicture, facts.assets.get(linkPicture.value)) : []),
    ...brandFindings(page, facts),
  ];
}

/** A logo is named by its file, its asset or its URL. */
function logoFindings({ widgets }: CheckedPage, { assets }: Facts): Finding[] {
  return widgets.flatMap(({ pointer, value: { logos } }) =>
    logos.flatMap(({ image: { fileId, assetId, url } }, index) => {
      const name = fileId ? 'fileId' : 'assetId';
      const value = fileId || assetId;
      if (value === '') return [];
      const asset = assets.get(value);
      // An unknown file is an image that can't be loaded. Otherwise the URL is shown instead.
      const isReplaced = uuidOf('file', value) === undefined && safeWebUrl(url) !== undefined;
      if (!asset && isReplaced) return [];
      return assetFault({ pointer: `${pointer}/logos/${index}/image/${name}`, value }, asset);
    }),
  );
}

/** Images of other hosts are links, unless the brand shows them. */
function textFindings({ texts }: CheckedPage, { assets, brand }: Facts): Finding[] {
  return texts.flatMap(({ pointer, value: parts }) =>
    [...new Set(parts?.images.map(({ url }) => url))].flatMap((url) => {
      if (/^asset:/i.test(url)) {
        const named = { pointer, value: url.slice('asset:'.length) };
        return visiblePictureFault(named, assets.get(assetIdOf(url) ?? ''));
      }
      if (safeWebUrl(url) === undefined) {
        const message = `The image ${quoted(url)} has no absolute http or https URL.`;
        return [
          finding('wrong_url', pointer, message, 'Upload it as an asset, and name it as asset:asset_….'),
        ];
      }
      if (brand?.showsForeignImages) return [];
      const message = `The image ${quoted(url)} is of another host, so the site shows a link to it.`;
      const fix =
        'Upload it as an asset and name it as asset:asset_…, or set showsForeignImages of the brand.';
      return [finding('foreign_image', pointer, message, fix)];
    }),
  );
}

function placedFindings({ pictures }: CheckedPage, { assets }: Facts): Finding[] {
  return pictures.flatMap(({ pointer, value: { assetId } }) =>
    visiblePictureFault({ pointer: `${pointer}/assetId`, value: assetId }, assets.get(assetId)),
  );
}

/** The site shows the name of the brand instead of its logo. */
function brandFindings({ brandId: { pointer } }: CheckedPage, { brand, assets }: Facts): Finding[] {
  const named = {
    logoAssetId: brand?.logoAssetId,
    darkLogoAssetId: brand?.darkLogoAssetId,
    iconAssetId: brand?.iconAssetId,
  };
  return Object.entries(named).flatMap(([name, id]) => {
    const value = id && wireId('asset', id);
    return value ? assetFault({ pointer, value }, assets.get(value), `The ${name} of the brand`) : [];
  });
}

function assetFault(
  { pointer, value }: FieldValue<string>,
  asset: NamedAsset | undefined,
  what = 'The asset',
): Finding[] {
  const named = `${what} ${quoted(value)}`;
  if (!asset)
    return [
      finding(
        'asset_not_found',
        pointer,
        `${named} does not exist.`,
        'Name another asset, or upload it again.',
      ),
    ];
  if (asset.isTrashed)
    return [
      finding('asset_in_trash', pointer, `${named} is in the trash.`, 'Restore it, or name another asset.'),
    ];
  if (asset.isPicture) return [];
  const fix = 'Name an asset of the type image, logo or icon.';
  return [finding('asset_not_a_picture', pointer, `${named} is not a picture.`, fix)];
}

/** Texts, covers and blocks show no hidden assets. */
function visiblePictureFault(named: FieldValue<string>, asset: NamedAsset | undefined): Finding[] {
  const faults = assetFault(named, asset);
  if (faults.length > 0 || !asset?.isHidden) return faults;
  const message = `The asset ${quoted(named.value)} is hidden, so visitors do not see it.`;
  const fix = 'Change hidden of the asset, or name another one.';
  return [finding('asset_hidden', named.pointer, message, fix)];
}
