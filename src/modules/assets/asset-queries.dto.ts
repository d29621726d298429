import { OneOf, Text } from '../../shared/fields/fields.js';
import { ListQuery } from '../../shared/http/list.dto.js';
import { QueryBool } from '../../shared/fields/query-fields.js';
import { exampleId } from '../../shared/kernel/example-ids.js';
import { ASSET_KINDS, type AssetKind } from './asset-kinds.js';

const MATCHING = 'Found anywhere in name, purpose, tags or aiDescription, in whatever case.';

export class TrashQuery extends ListQuery {
  @OneOf(ASSET_KINDS, { optional: true, about: 'Only assets of this kind.' })
  assetType?: AssetKind;

  @Text({ optional: true, about: MATCHING })
  query?: string;
}

export class AssetsQuery extends ListQuery {
  @OneOf(ASSET_KINDS, { optional: true, about: 'Only assets of this kind.' })
  assetType?: AssetKind;

  @QueryBool({ about: 'Only hidden ones, or only those that are not.' })
  hidden?: boolean;

  @Text({ optional: true, about: `Only those below this asset, such as \`${exampleId('asset')}\`.` })
  parentAssetId?: string;
}

export class SearchQuery extends ListQuery {
  @Text({ min: 1, about: MATCHING, example: 'logo' })
  query!: string;

  @OneOf(ASSET_KINDS, { optional: true, about: 'Only assets of this kind.' })
  assetType?: AssetKind;
}
