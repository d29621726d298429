import { exampleUuid } from '../../../shared/kernel/example-ids.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { hearth, kiln, tidal, vogel } from './customer-logos.js';
import { chart, crew, plan, storage } from './details.js';
import { dusk, field, rooftops, valley } from './landscapes.js';
import { layla, mara, tom } from './portraits.js';

/** After those of the sample assets. */
const FIRST_NUMBER = 7;

/** The pictures of the showcase. Their order decides their ids. */
const PICTURES = {
  valley: {
    picture: valley,
    description: 'A workshop with solar panels below green mountains in the morning',
  },
  dusk: { picture: dusk, description: 'A workshop with solar panels and lit windows at dusk' },
  field: { picture: field, description: 'Rows of solar panels in front of mountains' },
  rooftops: { picture: rooftops, description: 'White houses with solar panels on flat roofs in the sun' },
  chart: { picture: chart, description: 'The yield of a roof and the use of a workshop on a sunny day' },
  plan: { picture: plan, description: 'The plan of a roof with two fields of 36 panels' },
  storage: { picture: storage, description: 'Two white battery cabinets and a display on a wall' },
  crew: { picture: crew, description: 'A person with a yellow helmet mounts solar panels on a roof' },
  mara: { picture: mara, description: 'A smiling woman with brown hair' },
  tom: { picture: tom, description: 'A smiling man with a beard' },
  layla: { picture: layla, description: 'A smiling woman with a green headscarf' },
  vogel: { picture: vogel, description: 'A blue feather and the word Vogel' },
  hearth: { picture: hearth, description: 'A flame and the word Hearth' },
  kiln: { picture: kiln, description: 'Three bricks and the words Kiln & Co' },
  tidal: { picture: tidal, description: 'A wave in a circle and the word Tidal' },
};

export type ShowcasePicture = keyof typeof PICTURES;

export const SHOWCASE_PICTURES = Object.entries(PICTURES).map(([name, { picture, description }], index) => ({
  number: FIRST_NUMBER + index,
  name,
  picture,
  description,
}));

/** `asset_…` */
export function showcaseAssetId(name: ShowcasePicture): string {
  const { number } = SHOWCASE_PICTURES.find((each) => each.name === name)!;
  return wireId('asset', exampleUuid('asset', number));
}
