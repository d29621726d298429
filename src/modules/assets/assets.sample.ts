import { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { exampleUuid, isSample } from '../../shared/kernel/example-ids.js';
import { FileStore } from '../../shared/storage/file-store.js';
import { UploadFolder } from '../../shared/storage/upload-folder.js';
import { Asset } from './entities/asset.entity.js';

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>`;

const SIZE = { width: 8, height: 8, frames: 1, hasAlpha: true };

const SAMPLES = [
  { name: 'Square logo', purpose: 'Header of all pages', isTrashed: false },
  { name: 'Old logo', purpose: 'Was in the header', isTrashed: true },
  { name: 'Winter logo', purpose: 'Header in December', isTrashed: false },
];

/**
 * The records that the examples in the docs use. The second is for the permanent deletion, the third for the move to
 * the trash.
 */
export async function sampleAssets(
  em: EntityManager,
  app: Pick<INestApplicationContext, 'get'>,
): Promise<void> {
  for (const [index, { isTrashed, ...about }] of SAMPLES.entries()) {
    const number = index + 1;
    const content = Readable.from([Buffer.from(PICTURE)]);
    // The upload uses a new id, so leftovers of a killed start do not interfere.
    const received = await app.get(UploadFolder).receive(content);
    const file = { ...received, id: exampleUuid('file', number), picture: SIZE };
    await app.get(FileStore).put(file);
    const asset = Asset.create({
      ...about,
      type: 'logo',
      file,
      tags: ['brand'],
      aiDescription: 'A black square',
    });
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
