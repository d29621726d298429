import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { Empty, FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { AssetTrashService } from './asset-trash.service.js';
import { DAYS_IN_TRASH } from './entities/trash-retention.js';
import { AssetListView, AssetView, TrashedAssetView, TrashQuery } from './dto/assets.dto.js';

@Controller()
@ApiTags('assets')
export class AssetTrashController {
  constructor(private readonly trash: AssetTrashService) {}

  @Endpoint('GET /v0/assets/trash', {
    summary: 'List the assets in the trash',
    description: 'By `trashedAt`, newest first.',
    access: 'assets:read',
    answer: AssetListView,
  })
  listAssetTrash(@FromQuery() query: TrashQuery) {
    return this.trash.list(query);
  }

  @Endpoint('DELETE /v0/assets/trash/{asset_id}', {
    summary: 'Delete an asset permanently',
    description:
      'Deletes an asset in the trash, together with its file, and returns it with `deletedAt` set.',
    access: 'assets:write',
    conflict: { code: 'asset_active', when: 'The asset is not in the trash.' },
    answer: AssetView,
  })
  deleteAssetForGood(@PathId('asset_id', 'asset', 2) assetId: string, @IfMatch() precondition: Precondition) {
    return this.trash.delete(assetId, precondition);
  }

  @Endpoint('POST /v0/assets/trash/{asset_id}/restore', {
    summary: 'Restore an asset from the trash',
    description: 'Returns the active asset. A repeat returns it unchanged.',
    access: 'assets:write',
    answer: AssetView,
  })
  restoreAsset(@PathId('asset_id', 'asset', 3) assetId: string, @FromBody() _body: Empty) {
    return this.trash.restore(assetId);
  }

  @Endpoint('DELETE /v0/assets/{asset_id}', {
    summary: 'Put an asset into the trash',
    description:
      `Its URLs stop working. It can be restored for ${DAYS_IN_TRASH} days; then it is deleted. ` +
      '`usedBy` lists the records that name it. A repeat returns the same record.',
    access: 'assets:write',
    answer: TrashedAssetView,
  })
  trashAsset(@PathId('asset_id', 'asset', 3) assetId: string, @IfMatch() precondition: Precondition) {
    return this.trash.trash(assetId, precondition);
  }
}
