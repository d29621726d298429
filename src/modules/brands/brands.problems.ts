import { noSuch, type Problems } from '../../shared/kernel/errors.js';

export const brandProblems: Problems = {
  brand_not_found: noSuch('brand'),
  brand_key_taken: {
    kinds: ['conflict'],
    meaning: 'Another brand of the tenant has this key.',
    remedy: 'Use the brand in `conflictsWith`, or choose another key.',
  },
  brand_in_use: {
    kinds: ['conflict'],
    meaning: 'Pages name the brand in `brandId`, so it can not be deleted.',
    remedy: 'Give these pages another brand, or delete them first.',
  },
  wrong_asset_type: {
    kinds: ['unprocessable'],
    meaning: 'The asset exists, but has the wrong type: a logo must be an image, and a font a font.',
    remedy: 'Send the id of an asset of the type that the message names.',
  },
};
