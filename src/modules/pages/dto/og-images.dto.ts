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

/** The problem of a request that can name pictures and topics. */
export const NO_PICTURE_OR_TOPIC = {
  code: NO_PICTURE.code,
  when: 'An asset does not exist, is not a picture, or is in the trash; or there is no such topic (`topic_not_found`).',
};

/** The same of one that can also name an audience. */
export const NO_PICTURE_TOPIC_OR_AUDIENCE = {
  code: NO_PICTURE.code,
  when:
    'An asset does not exist, is not a picture, or is in the trash; or there is no such topic (`topic_not_found`), or ' +
    'no such audience of the page (`audience_not_found`).',
};
