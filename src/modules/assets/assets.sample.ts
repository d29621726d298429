import { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { exampleUuid, isSample } from '../../shared/kernel/example-ids.js';
import type { PictureFacts } from '../../shared/pictures/picture-questions.js';
import { FileStore } from '../../shared/storage/file-store.js';
import { UploadFolder } from '../../shared/storage/upload-folder.js';
import { Asset, type NewAsset } from './entities/asset.entity.js';
import { SHOWCASE_PICTURES } from './showcase/pictures.js';

const SQUARE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>`;

/** A summit that is also the letter A. */
const mark = (ground: string, line: string) =>
  `<rect width="36" height="36" rx="10" fill="${ground}"/><path d="M8 27.5 18 9l10 18.5M12.6 21.5h10.8" ` +
  `fill="none" stroke="${line}" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/>`;

const word = (colour: string) =>
  `<g fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">` +
  '<circle cx="56" cy="19" r="7"/><path d="M63 12v14M83.5 13.64a7 7 0 1 0 0 10.72M92 26V12M92 17.5a5.5 5.5 0 0 1 ' +
  '11 0V26M103 17.5a5.5 5.5 0 0 1 11 0V26M121 19h14a7 7 0 1 0-2.5 5.36"/></g>';

const svg = (width: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 36">${content}</svg>`;

/** What the decoder says of such a picture. */
function factsOf(picture: string): PictureFacts {
  const [width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(picture)!.slice(1).map(Number);
  return { width: width!, height: height!, frames: 1, hasAlpha: true };
}

interface Sample extends Omit<NewAsset, 'file'> {
  picture: string;
  isTrashed?: boolean;
}

const SQUARE_LOGO = { type: 'logo', picture: SQUARE, aiDescription: 'A black square' } as const;

const LOGO = { type: 'logo', purpose: 'Header of the brand Acme' } as const;

/** The second is for the permanent deletion, the third for the move to the trash, the rest for the sample brand. */
const SAMPLES: readonly Sample[] = [
  { ...SQUARE_LOGO, name: 'Square logo', purpose: 'Header of all pages' },
  { ...SQUARE_LOGO, name: 'Old logo', purpose: 'Was in the header', isTrashed: true },
  { ...SQUARE_LOGO, name: 'Winter logo', purpose: 'Header in December' },
  {
    ...{ ...LOGO, name: 'Acme', picture: svg(138, mark('#0f766e', '#fff') + word('#1c1917')) },
    aiDescription: 'A summit in a green square, and the word acme in black',
  },
  {
    ...{ ...LOGO, name: 'Acme on dark', picture: svg(138, mark('#5eead4', '#042f2e') + word('#f5f5f4')) },
    aiDescription: 'A summit in a light green square, and the word acme in white',
  },
  {
    ...{ type: 'icon', name: 'Acme icon', purpose: 'Icon of the brand Acme' },
    ...{ picture: svg(36, mark('#0f766e', '#fff')), aiDescription: 'A summit in a green square' },
  },
];

interface NumberedSample extends Sample {
  number: number;
}

const NUMBERED: readonly NumberedSample[] = SAMPLES.map((sample, index) => ({
  ...sample,
  number: index + 1,
}));

const FINISHED: readonly NumberedSample[] = SHOWCASE_PICTURES.map(
  ({ number, name, picture, description }) => ({
    ...{ number, picture, name: `Showcase: ${name}`, aiDescription: description },
    ...{ type: 'image', purpose: 'On the pages of the showcase' },
  }),
);

type Application = Pick<INestApplicationContext, 'get'>;

/** The records that the examples in the docs use. */
export async function sampleAssets(em: EntityManager, app: Application): Promise<void> {
  await addMissing(em, app, NUMBERED);
}

export async function showcaseAssets(em: EntityManager, app: Application): Promise<void> {
  await addMissing(em, app, FINISHED);
}

/**
 * Adds those that are missing, because later releases have more of them. If none is missing, the first violates the
 * primary key, as the samples of other modules do.
 */
async function addMissing(
  em: EntityManager,
  app: Application,
  samples: readonly NumberedSample[],
): Promise<void> {
  const ids = samples.map(({ number }) => exampleUuid('asset', number));
  const present = new Set((await em.find(Asset, { id: { $in: ids } })).map(({ id }) => id));
  const missing = samples.filter(({ number }) => !present.has(exampleUuid('asset', number)));
  for (const { number, picture, isTrashed, ...about } of missing.length > 0 ? missing : samples) {
    const content = Readable.from([Buffer.from(picture)]);
    // The upload uses a new id, so leftovers of a killed start do not interfere.
    const received = await app.get(UploadFolder).receive(content);
    const file = { ...received, id: exampleUuid('file', number), picture: factsOf(picture) };
    await app.get(FileStore).put(file);
    const asset = Asset.create({ ...about, file, tags: ['brand'] });
    asset.id = exampleUuid('asset', number);
    if (isTrashed) asset.trash();
    em.persist(asset);
  }
}

export const removeSampleAssets = [
  `delete from asset where tenant_id = $1 and ${isSample('id')}`,
  // The samples store these files again, so they must not be removed.
  `delete from loose_file where tenant_id = $1 and ${isSample('id')}`,
];
