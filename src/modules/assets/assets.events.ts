import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/fields/fields.js';

export class AssetEvent {
  @RecordId('asset')
  assetId!: string;

  @RecordId('asset', { nullable: true, about: 'The parent of the asset.' })
  parentAssetId!: string | null;
}

const asset = { payload: AssetEvent, resource: 'assetId' } as const;

export const assetEvents = defineEvents({
  'asset.created': { about: 'A file was uploaded.', ...asset },
  'asset.updated': { about: 'The fields of an asset were changed.', ...asset },
  'asset.trashed': { about: 'An asset was put into the trash.', ...asset },
  'asset.restored': { about: 'An asset was restored from the trash.', ...asset },
  'asset.deleted': {
    about: 'An asset was deleted permanently, by hand or after its time in the trash.',
    ...asset,
  },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    assets: typeof assetEvents;
  }
}

export type AssetEventKind = keyof typeof assetEvents;
