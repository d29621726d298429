import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/fields/fields.js';

export class AssetEvent {
  @RecordId('asset')
  assetId!: string;

  @RecordId('asset', { nullable: true, about: 'The asset that it lies below.' })
  parentAssetId!: string | null;
}

const asset = { payload: AssetEvent, resource: 'assetId' } as const;

export const assetEvents = defineEvents({
  'asset.created': { about: 'A file was uploaded.', ...asset },
  'asset.updated': { about: 'What is said of a file was changed.', ...asset },
  'asset.trashed': { about: 'An asset was put into the trash.', ...asset },
  'asset.restored': { about: 'An asset is back from the trash.', ...asset },
  'asset.deleted': {
    about: 'An asset was deleted for good, by hand or after its time in the trash.',
    ...asset,
  },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    assets: typeof assetEvents;
  }
}

export type AssetEventKind = keyof typeof assetEvents;
