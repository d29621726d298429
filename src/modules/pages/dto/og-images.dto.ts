import { RecordId } from '../../../shared/fields/fields.js';

export class SetOgImage {
  @RecordId('asset', { about: 'A picture (`image`, `logo` or `icon`) that is not in the trash.' })
  assetId!: string;
}

/** The problem of an unusable `assetId`. */
export const NO_PICTURE = {
  code: 'picture_not_found',
  when: 'The asset does not exist, is not a picture, or is in the trash.',
};
