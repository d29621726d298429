import { join, resolve } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { DiskStore } from './disk-store.js';
import { FileStore } from './file-store.js';
import { FileUrls } from './file-urls.js';
import { RemoveOrphansHandler } from './remove-orphans.handler.js';
import { S3Store } from './s3-store.js';
import { SignedUrlGuard } from './signed-url.guard.js';
import { StoredFiles } from './stored-files.js';
import { UploadFolder } from './upload-folder.js';

const store = { provide: FileStore, inject: [SETTINGS_TOKEN], useFactory: storeFor };

@Global()
@Module({
  providers: [store, UploadFolder, StoredFiles, FileUrls, SignedUrlGuard, RemoveOrphansHandler],
  exports: [FileStore, UploadFolder, StoredFiles, FileUrls, SignedUrlGuard],
})
export class StorageModule {}

function storeFor(settings: Settings): FileStore {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = settings;
  if (!S3_ENDPOINT) return new DiskStore(join(resolve(settings.DATA_DIR), 'files'));
  return new S3Store({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET!,
    region: S3_REGION!,
    accessKey: S3_ACCESS_KEY!,
    secretKey: S3_SECRET_KEY!,
  });
}
