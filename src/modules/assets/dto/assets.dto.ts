import { ApiSchema } from '@nestjs/swagger';
import { Integer, ListOf, Nested, OneOf, RecordId, Text, Time, Bool } from '../../../shared/fields/fields.js';
import { FormFile, FormTextList, FormBool } from '../../../shared/fields/form-fields.js';
import { ListQuery, ListView, TimedListQuery } from '../../../shared/fields/list.dto.js';
import { QueryBool, QueryId } from '../../../shared/fields/query-fields.js';
import { TextList } from '../../../shared/fields/text-list.js';
import { exampleId } from '../../../shared/kernel/example-ids.js';
import { MAX_PIXELS } from '../../../shared/pictures/picture-limits.js';
import { ReceivedFile } from '../../../shared/storage/received-file.js';
import { MAX_USES, type AssetUse } from '../entities/asset-uses.js';
import type { AssetChange, NewAsset } from '../entities/asset.entity.js';
import { ASSET_KINDS, type AssetKind } from '../entities/asset-kinds.js';
import { DAYS_IN_TRASH } from '../entities/trash-retention.js';

const NAME = { min: 1, max: 255 };
const PURPOSE = { max: 2000, optional: true };
const TAGS = { maxItems: 50, maxLength: 100, optional: true };
const AI_DESCRIPTION = { max: 10_000, optional: true };
const PARENT = { optional: true, example: exampleId('asset'), about: 'An asset that is not in the trash.' };

export class CreateAsset implements NewAsset {
  @FormFile({
    about: 'Its content decides the type; its name and declared type are ignored.',
    example: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>',
  })
  file!: ReceivedFile;

  @OneOf(ASSET_KINDS, {
    title: 'AssetType',
    about: 'The kind of asset. The content must match it.',
    example: 'logo',
  })
  type!: AssetKind;

  @Text({ ...NAME, example: 'Round logo' })
  name!: string;

  @Text({ ...PURPOSE, example: 'Header of all pages' })
  purpose?: string;

  @FormTextList({ ...TAGS, about: 'One field for each tag.', example: ['brand', 'header'] })
  tags?: string[];

  @Text({ ...AI_DESCRIPTION, example: 'A black disc' })
  aiDescription?: string;

  @Text(PARENT)
  parentAssetId?: string;

  @FormBool({ about: 'Whether pickers omit the asset.', example: false })
  hidden?: boolean;
}

export class UpdateAsset implements AssetChange {
  @Text({ ...NAME, optional: true, example: 'Round logo, dark' })
  name?: string;

  @Text({ ...PURPOSE, example: 'Header of dark pages' })
  purpose?: string;

  @TextList({ ...TAGS, about: 'Replaces all tags.', example: ['brand', 'dark'] })
  tags?: string[];

  @Text({ ...AI_DESCRIPTION, nullable: true, example: 'A black disc on white' })
  aiDescription?: string | null;

  @Bool({ optional: true, example: true })
  hidden?: boolean;

  @Text({ ...PARENT, nullable: true, example: null })
  parentAssetId?: string | null;
}

const MATCHING = 'Text that name, purpose, tags or aiDescription contain; case is ignored.';

export class TrashQuery extends ListQuery {
  @OneOf(ASSET_KINDS, { title: 'AssetType', optional: true, about: 'Only assets of this kind.' })
  assetType?: AssetKind;

  @Text({ optional: true, about: MATCHING })
  query?: string;
}

export class AssetsQuery extends TimedListQuery {
  @OneOf(ASSET_KINDS, { title: 'AssetType', optional: true, about: 'Only assets of this kind.' })
  assetType?: AssetKind;

  @QueryBool({ about: 'Only hidden assets (`true`), or only visible assets (`false`).' })
  hidden?: boolean;

  @QueryId('asset', { about: `Only children of this asset, such as \`${exampleId('asset')}\`.` })
  parentAssetId?: string;
}

export class SearchQuery extends ListQuery {
  @Text({ min: 1, about: MATCHING, example: 'logo' })
  query!: string;

  @OneOf(ASSET_KINDS, { title: 'AssetType', optional: true, about: 'Only assets of this kind.' })
  assetType?: AssetKind;
}

@ApiSchema({ name: 'AssetData' })
export class AssetDataView {
  @Text({ about: `The kind of asset: ${ASSET_KINDS.join(', ')}.`, example: 'logo' })
  type!: string;

  @RecordId('file')
  fileId!: string;
}

const PIXELS = {
  nullable: true,
  min: 1,
  max: MAX_PIXELS,
  about:
    'In pixels, as shown. Null for files that are no pictures, for ICO, for an SVG without a size, and for a picture of an older release until it is processed.',
  example: 8,
};

@ApiSchema({ name: 'Asset' })
export class AssetView {
  @RecordId('asset')
  assetId!: string;

  @RecordId('tenant')
  tenantId!: string;

  @Text({ example: 'Round logo' })
  name!: string;

  @Text({ example: 'Header of all pages' })
  purpose!: string;

  @TextList({ example: ['brand', 'header'] })
  tags!: string[];

  @Text({ nullable: true, example: 'A black disc' })
  aiDescription!: string | null;

  @Text({ nullable: true, example: null })
  parentAssetId!: string | null;

  @Bool({ about: 'Whether pickers omit the asset.' })
  hidden!: boolean;

  @Nested(() => AssetDataView)
  data!: AssetDataView;

  @Integer(PIXELS)
  width!: number | null;

  @Integer(PIXELS)
  height!: number | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;

  @Time({
    nullable: true,
    about: `When it was put into the trash; after ${DAYS_IN_TRASH} days it is deleted.`,
  })
  trashedAt!: string | null;

  @Time({ nullable: true, about: 'Set only in the response to a permanent deletion.' })
  deletedAt!: string | null;

  @Text({
    nullable: true,
    about: 'Opens the file without an API key, for one to two hours. Null in the trash.',
    example: '/files/AZOPW-gAcACAAAAAAAAAEwGTj1voAHAAgAAAAAAADWdZN4A',
  })
  downloadUrl!: string | null;

  @Text({
    nullable: true,
    about:
      'Opens a picture of at most 512 pixels, as WebP, for one to two hours; also in the trash. Null until it is made, ' +
      'for files that are no pictures, and where none can be made.',
    example: null,
  })
  previewDownloadUrl!: string | null;
}

@ApiSchema({ name: 'AssetUse' })
export class AssetUseView implements AssetUse {
  @Text({ about: 'The kind of record.', example: 'brand' })
  type!: string;

  @Text({ example: exampleId('brand') })
  id!: string;
}

@ApiSchema({ name: 'TrashedAsset' })
export class TrashedAssetView extends AssetView {
  @ListOf(() => AssetUseView, {
    optional: true,
    about: `The records that name the asset, at most ${MAX_USES}. Absent if there are none.`,
  })
  usedBy?: AssetUseView[];
}

export const AssetListView = ListView('AssetList', () => AssetView);
