import { showcaseAssetId } from '../../assets/index.js';
import type { RecordOf } from '../../../shared/database/records/column-map.js';
import type { PlacedPicture } from '../entities/page-blocks.js';
import type { Action, ActionCardWidget } from '../entities/page-parts.js';
import type { pageContentColumns } from '../entities/page.entity.js';

type Asset = Parameters<typeof showcaseAssetId>[0];

/** What a page of the showcase states about itself. */
export type ShowcaseContent = Omit<
  RecordOf<typeof pageContentColumns>,
  'brandId' | 'scripts' | 'actionCardWidgets' | 'footerLinks'
> &
  Partial<Pick<RecordOf<typeof pageContentColumns>, 'actionCardWidgets' | 'footerLinks'>>;

/** An empty text: the picture is only decoration. */
export function picture(name: Asset, altText: string): PlacedPicture {
  return { assetId: showcaseAssetId(name), altText };
}

/** A picture in Markdown. */
export function markdownPicture(name: Asset, altText: string): string {
  return `![${altText}](asset:${showcaseAssetId(name)})`;
}

export function openUrlAction(actionId: string, texts: Pick<Action, 'purpose' | 'buttonTitle'>): Action {
  return { actionId, ...texts, actionType: 'open_url', url: `https://acme.example/${actionId}` };
}

export function logos(title: string, names: readonly [Asset, string][]): ActionCardWidget {
  return {
    type: 'logo_marquee',
    title,
    logos: names.map(([name, altText]) => ({
      image: { assetId: showcaseAssetId(name), altText, url: '', fileId: '' },
    })),
  };
}
