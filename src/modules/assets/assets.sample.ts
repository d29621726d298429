import { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { clock } from '../../shared/kernel/clock.js';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { FileStore } from '../../shared/storage/file-store.js';
import { Incoming } from '../../shared/storage/incoming.js';
import { searchTextOf } from './asset-search.js';
import { Asset } from './asset.entity.js';

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>`;

const SAMPLES = [
  { name: 'Square logo', purpose: 'Header of all pages', tags: ['brand'], isTrashed: false },
  { name: 'Old logo', purpose: 'Was in the header', tags: ['brand'], isTrashed: true },
];

/** The records that the examples in the docs name; the second is the one to be deleted for good. */
export async function sampleAssets(
  em: EntityManager,
  app: Pick<INestApplicationContext, 'get'>,
): Promise<void> {
  for (const [index, { isTrashed, ...about }] of SAMPLES.entries()) {
    const number = index + 1;
    const content = Readable.from([Buffer.from(PICTURE)]);
    // It arrives under a new id, so that what a killed start left behind is not in the way.
    const file = { ...(await app.get(Incoming).receive(content)), id: exampleUuid('file', number) };
    await app.get(FileStore).put(file);
    em.create(Asset, {
      ...about,
      id: exampleUuid('asset', number),
      aiDescription: 'A black square',
      hidden: false,
      kind: 'logo',
      fileId: file.id,
      mediaType: file.mediaType!,
      fileSize: file.size,
      fileHash: file.sha256,
      searchText: searchTextOf(about),
      trashedAt: isTrashed ? clock.now() : null,
    });
  }
}
