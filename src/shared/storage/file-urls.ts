import { Injectable } from '@nestjs/common';
import { NEVER_EXPIRES, SignedUrls } from '../auth/signed-urls.js';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { clock } from '../kernel/clock.js';

/** How long a file keeps the same URL. */
const PERIOD_MS = 3_600_000;

export const FILES_PATH = '/files';

/**
 * URLs that open one file to whoever has them, for one to two hours. They expire at a full hour: within one hour a
 * record is answered with the same URL, and so with the same ETag.
 */
@Injectable()
export class FileUrls {
  constructor(
    private readonly urls: SignedUrls,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Makes the URLs of the present tenant's files. */
  signer(): Promise<(fileId: string) => string> {
    return this.signerAt(clock.now().getTime());
  }

  /** Makes those that were given out an hour ago. */
  earlierSigner(): Promise<(fileId: string) => string> {
    return this.signerAt(clock.now().getTime() - PERIOD_MS);
  }

  /** Makes tokens that open a file for as long as it is there, for pages that are shown for months. */
  async lastingSigner(): Promise<(fileId: string) => string> {
    const sign = await this.urls.signer('file url');
    return (fileId) => sign([fileId], NEVER_EXPIRES);
  }

  private async signerAt(time: number): Promise<(fileId: string) => string> {
    const sign = await this.urls.signer('file url');
    const expires = (Math.floor(time / PERIOD_MS) + 2) * (PERIOD_MS / 1000);
    return (fileId) => `${this.settings.PUBLIC_URL ?? ''}${FILES_PATH}/${sign([fileId], expires)}`;
  }
}
