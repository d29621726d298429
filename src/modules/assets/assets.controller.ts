import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromBody, FromQuery, FromUpload, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import {
  AssetListView,
  AssetsQuery,
  AssetView,
  CreateAsset,
  SearchQuery,
  UpdateAsset,
} from './dto/assets.dto.js';
import { AssetsService } from './assets.service.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { assetList } from './dto/asset-reads.js';

const PARENT = { code: 'asset_not_found', when: 'There is no asset `parentAssetId`, or it is in the trash.' };

@Controller()
@ApiTags('assets')
export class AssetsController {
  constructor(private readonly assets: AssetsService) {}

  @Endpoint('GET /v0/assets', {
    summary: 'List assets',
    description: `All assets that are not in the trash, newest first. ${aboutCombinations(assetList.source)}`,
    access: 'assets:read',
    answer: AssetListView,
  })
  listAssets(@FromQuery() query: AssetsQuery) {
    return this.assets.list(query);
  }

  @Endpoint('POST /v0/assets', {
    summary: 'Upload an asset',
    description:
      'A form with one `file` and the other fields, in any order. The content decides the type of the file: ' +
      'pictures (PNG, JPEG, GIF, WebP, AVIF, SVG) for `image`, `logo` and `icon` (also ICO), MP4, WebM and ' +
      'QuickTime for `video`, text, SVG and ZIP for `custom-component`.',
    access: 'assets:write',
    reference: PARENT,
    answer: AssetView,
    status: 201,
  })
  createAsset(@FromUpload() body: CreateAsset) {
    return this.assets.create(body);
  }

  @Endpoint('GET /v0/assets/search', {
    summary: 'Search assets',
    description: 'Assets that are not in the trash and match the query, newest first.',
    access: 'assets:read',
    answer: AssetListView,
  })
  searchAssets(@FromQuery() query: SearchQuery) {
    return this.assets.search(query);
  }

  @Endpoint('GET /v0/assets/{asset_id}', {
    summary: 'Get an asset',
    description: 'Returns assets in the trash, too.',
    access: 'assets:read',
    answer: AssetView,
  })
  getAsset(@PathId('asset_id') assetId: string) {
    return this.assets.get(assetId);
  }

  @Endpoint('PATCH /v0/assets/{asset_id}', {
    summary: 'Update an asset',
    description: 'Changes the given fields. The file itself never changes.',
    access: 'assets:write',
    conflict: {
      code: 'asset_trashed',
      when: 'The asset is in the trash, or would become its own ancestor (`asset_cycle`).',
    },
    reference: PARENT,
    answer: AssetView,
  })
  updateAsset(
    @PathId('asset_id') assetId: string,
    @FromBody() body: UpdateAsset,
    @IfMatch() precondition: Precondition,
  ) {
    return this.assets.update(assetId, body, precondition);
  }
}
