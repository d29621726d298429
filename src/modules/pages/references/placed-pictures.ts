import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { unknownReference } from '../../../shared/kernel/errors.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { AssetUses, ShownPicturesApi } from '../../assets/index.js';
import { NO_PICTURE } from '../dto/og-images.dto.js';
import { pictureOf, type Block, type PlacedPicture } from '../entities/page-blocks.js';

/** The first condition is that of the index. */
const IN_TEXT = (column: string) =>
  `${column} like '%asset:asset\\_%' and assets_in(${column}) @> array[$3::text]`;

const COVER = (column: string) => `${column} is not null and assets_placed_in(${column}) @> array[$3::text]`;

/** Logos that name their file alone are not found. */
const IN_WIDGETS = `json_array_length(action_card_widgets) > 0 and assets_placed_in(action_card_widgets) @> array[$3::text]`;

const IN_BLOCKS = `json_array_length(blocks) > 0 and assets_placed_in(blocks) @> array[$3::text]`;

const pagesWhere = (condition: string) =>
  `select 'page' as type, id from page where tenant_id = $1 and ${condition} and deleted_at is null`;

const audiencesWhere = (condition: string) =>
  `select 'audience' as type, id from audience where tenant_id = $1 and ${condition} and archived_at is null`;

/** Each condition has an index. */
export const usesOfPicture = new PreparedRead<{ type: 'page' | 'audience'; id: string }>(
  'page.uses_of_picture',
  `select * from (
     ${[
       ...['og_image_asset_id = $2', IN_TEXT('body'), COVER('cover_image'), IN_BLOCKS, IN_WIDGETS].map(
         pagesWhere,
       ),
       ...['og_image_asset_id_override = $2', IN_TEXT('body_override'), COVER('cover_image_override')].map(
         audiencesWhere,
       ),
     ].join(' union ')}
   ) as uses order by type desc, id limit $4`,
);

/** The parts of a request that name pictures. */
export interface PlacingRequest {
  coverImage?: PlacedPicture | null;
  coverImageOverride?: PlacedPicture | null;
  blocks?: readonly Block[];
}

/** The pictures that tenants place on pages: covers, and pictures of blocks. */
@Injectable()
export class PlacedPictures implements OnModuleInit {
  constructor(
    private readonly pictures: ShownPicturesApi,
    private readonly uses: AssetUses,
    private readonly reads: PreparedReads,
  ) {}

  onModuleInit(): void {
    this.uses.onFind(async (assetId, limit) => {
      const rows = await this.reads.all(usesOfPicture, assetId, wireId('asset', assetId), limit);
      return rows.map(({ type, id }) => ({ type, id: wireId(type, id) }));
    });
  }

  /** Each asset must be a picture that is not in the trash. They stay so until the transaction ends. */
  async assertUsable(request: PlacingRequest, at = ''): Promise<void> {
    (await this.locked([request]))(request, at);
  }

  /** The same for many: returns a function that refuses one of them. */
  async locked(requests: readonly PlacingRequest[]): Promise<(request: PlacingRequest, at?: string) => void> {
    const assetIds = requests.flatMap(picturesIn).map(({ assetId }) => assetId);
    const usable = await this.pictures.lock(assetIds);
    return (request, at = '') => {
      const unusable = picturesIn(request).find(({ assetId }) => !usable.has(assetId));
      if (!unusable) return;
      throw unknownReference(
        NO_PICTURE.code,
        `${at}${unusable.place}/assetId`,
        'There is no picture with this assetId, or it is in the trash.',
        { kind: 'asset', id: unusable.assetId },
      );
    };
  }
}

interface NamedAt {
  assetId: string;
  place: string;
}

function picturesIn({ coverImage, coverImageOverride, blocks = [] }: PlacingRequest): NamedAt[] {
  const placed = [
    ...[
      { place: '/coverImage', picture: coverImage },
      { place: '/coverImageOverride', picture: coverImageOverride },
    ],
    ...blocks.map((block, index) => {
      const { place, picture } = pictureOf(block) ?? {};
      return { place: `/blocks/${index}/${place}`, picture };
    }),
  ];
  return placed.flatMap(({ place, picture }) => (picture ? [{ assetId: picture.assetId, place }] : []));
}
