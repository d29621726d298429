import type { Asset, WithDates } from '@foyer/client';
import type { ComponentChildren, VNode } from 'preact';
import type { Choice } from '../../parts/fields.js';
import { words } from '../../words/english.js';
import { fileAddress } from '../kit/file-address.js';
import { LIBRARY_PATHS } from './library-tabs.js';

export type ShownAsset = WithDates<Asset>;

/** Kinds whose files every browser shows as pictures. */
const PICTURES = ['image', 'logo', 'icon'];

export const ASSET_TYPE_CHOICES: readonly Choice[] = Object.entries(words.library.assets.types);

export function assetPath({ assetId }: Pick<ShownAsset, 'assetId'>): string {
  return `${LIBRARY_PATHS.assets}/${assetId}`;
}

interface TilesProps {
  assets: readonly ShownAsset[];
  /** What can be done with each. */
  action?: (asset: ShownAsset) => ComponentChildren;
}

export function AssetTiles({ assets, action }: TilesProps): VNode {
  return (
    <ul class="tiles">
      {assets.map((asset) => (
        <li key={asset.assetId} class="tile">
          <a href={assetPath(asset)}>
            <AssetPicture of={asset} />
            <span class="name">{asset.name}</span>
          </a>
          <p class="meta">
            <span>{kindOf(asset)}</span>
            {asset.width !== null && (
              <span>
                {asset.width} × {asset.height}
              </span>
            )}
          </p>
          {action?.(asset)}
        </li>
      ))}
    </ul>
  );
}

/** The name of the asset is beside it. */
export function AssetPicture({ of: asset, isLarge }: { of: ShownAsset; isLarge?: boolean }): VNode {
  const size = isLarge ? 'thumb large' : 'thumb';
  const url = pictureOf(asset);
  if (url === null) return <span class={`${size} bare`}>{kindOf(asset)}</span>;
  return (
    <span class={size}>
      <img src={fileAddress(url)} alt="" loading="lazy" decoding="async" />
    </span>
  );
}

/** Until the preview is made, the picture itself. */
function pictureOf({ data, previewDownloadUrl, downloadUrl }: ShownAsset): string | null {
  return previewDownloadUrl ?? (PICTURES.includes(data.type) ? downloadUrl : null);
}

export function kindOf({ data: { type } }: ShownAsset): string {
  return ASSET_TYPE_CHOICES.find(([name]) => name === type)?.[1] ?? type;
}
