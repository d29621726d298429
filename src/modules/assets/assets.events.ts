export const assetEvents = [
  'asset.created',
  'asset.updated',
  'asset.trashed',
  'asset.restored',
  'asset.deleted',
] as const;

export type AssetEvent = (typeof assetEvents)[number];
