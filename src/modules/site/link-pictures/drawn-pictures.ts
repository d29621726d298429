import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { FairQueue } from '../../../shared/database/transactions/fair-queue.js';
import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { MINUTE_MS, SECOND_MS } from '../../../shared/kernel/durations.js';
import { busy } from '../../../shared/kernel/errors.js';
import { PictureFault } from '../../../shared/pictures/picture-fault.js';
import type { Drawing } from '../../../shared/pictures/picture-questions.js';
import { Pictures } from '../../../shared/pictures/pictures.js';
import { FileDamaged, type Download } from '../../../shared/storage/file-store.js';
import { UploadFolder } from '../../../shared/storage/upload-folder.js';
import { AssetsApi } from '../../assets/index.js';
import { LOGO_PLACE } from './layout.js';
import type { LinkPicture, Logo } from './link-picture.js';
import { MAX_CACHED_BYTES } from '../caching/cache-sizes.js';
import { FairCache } from '../caching/fair-cache.js';

/**
 * Apart from the queue of the process that draws: there, visitors have one drawing at a time, so that they never take
 * the places of uploads.
 */
export const DRAWING_LIMITS = { max: 1, reserve: 0, waitMs: 5 * SECOND_MS, maxWaiting: 16 };

/** How long a logo that could not be drawn is not tried again: drawing it may take seconds of the only process. */
const LOGO_FAILED = { ttl: 10 * MINUTE_MS, max: 1000 };

export interface DrawnPicture {
  download: Download;
  /** The logo could not be drawn; later it may be. */
  lacksLogo: boolean;
}

/** Draws link pictures, one at a time, and keeps them in memory. */
@Injectable()
export class DrawnPictures {
  private readonly logger = new Logger('site');
  private readonly turns = new FairQueue(DRAWING_LIMITS);
  private readonly kept = new FairCache<Download>(MAX_CACHED_BYTES.linkPictures);
  /** Drawings that wait or are at work. */
  private readonly begun = new Map<string, Promise<Download>>();
  /** The files of logos that could not be drawn. */
  private readonly failedLogos = new LRUCache<string, true>(LOGO_FAILED);

  constructor(
    private readonly pictures: Pictures,
    private readonly uploads: UploadFolder,
    private readonly assets: AssetsApi,
  ) {}

  /** With the name of the brand if its logo can't be drawn. */
  async get(picture: LinkPicture): Promise<DrawnPicture> {
    const { logo } = picture;
    if (!logo) return { download: await this.orBusy(this.drawn(picture)), lacksLogo: false };
    if (!this.failedLogos.has(logo.fileId)) {
      try {
        return { download: await this.drawn(picture), lacksLogo: false };
      } catch (error) {
        if (!isFault(error)) throw error;
        this.logger.warn({ msg: 'a logo could not be drawn', error });
        this.failedLogos.set(logo.fileId, true);
      }
    }
    return { download: await this.orBusy(this.drawn(picture.withoutLogo())), lacksLogo: true };
  }

  /** Concurrent requests for the same picture share one drawing. */
  private async drawn(picture: LinkPicture): Promise<Download> {
    const key = `${currentTenant()} ${picture.id}`;
    return this.kept.get(key) ?? this.begun.get(key) ?? this.begin(key, picture);
  }

  private begin(key: string, picture: LinkPicture): Promise<Download> {
    const drawing = this.draw(key, picture).finally(() => this.begun.delete(key));
    this.begun.set(key, drawing);
    return drawing;
  }

  private async draw(key: string, { drawing, logo }: LinkPicture): Promise<Download> {
    const tenantId = currentTenant();
    await this.turns.acquire(tenantId);
    try {
      const draw = (overlay?: Drawing['overlay']) => this.pictures.draw({ ...drawing, overlay });
      const png = logo ? await this.withLogo(logo, draw) : await draw();
      const drawn = downloadOf(png);
      this.kept.set(key, drawn, { tenantId, bytes: png.length + 1000 });
      return drawn;
    } finally {
      this.turns.release(tenantId);
    }
  }

  private async withLogo(
    { fileId, mediaType }: Logo,
    draw: (overlay: Drawing['overlay']) => Promise<Buffer>,
  ): Promise<Buffer> {
    return this.uploads.withCopy(await this.assets.file(fileId), ({ path }) =>
      draw({ file: { path, mediaType }, ...LOGO_PLACE }),
    );
  }

  private async orBusy(drawing: Promise<Download>): Promise<Download> {
    try {
      return await drawing;
    } catch (error) {
      if (!isFault(error)) throw error;
      this.logger.warn({ msg: 'a link picture could not be drawn', error });
      throw busy();
    }
  }
}

/** The file of the logo may be why. */
function isFault(error: unknown): boolean {
  return error instanceof PictureFault || error instanceof FileDamaged;
}

function downloadOf(png: Buffer): Download {
  return {
    ...{ name: 'link-picture.png', mediaType: 'image/png' },
    ...{ size: png.length, sha256: hash('sha256', png, 'hex') },
    open: (range) => Promise.resolve(Readable.from(range ? png.subarray(range.first, range.last + 1) : png)),
  };
}
