import { Injectable } from '@nestjs/common';
import { fullHourAfter, NEVER_EXPIRES, SignedUrls } from '../auth/signed-urls.js';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { clock } from '../kernel/clock.js';
import { HOUR_MS } from '../kernel/durations.js';

/** The URL of a file is valid for at least this long. */
const WORKS_MS = HOUR_MS;

export const FILES_PATH = '/files';

/** URLs that open one file without a key, for one to two hours. */
@Injectable()
export class FileUrls {
  constructor(
    private readonly urls: SignedUrls,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Signs URLs of the current tenant's files. */
  signer(): Promise<(fileId: string) => string> {
    return this.signerAt(clock.now().getTime());
  }

  /** Reproduces the URLs that were issued an hour ago. */
  earlierSigner(): Promise<(fileId: string) => string> {
    return this.signerAt(clock.now().getTime() - HOUR_MS);
  }

  /** Signs tokens that open a file for as long as it exists, for pages that are shown for months. */
  async lastingSigner(): Promise<(fileId: string) => string> {
    const sign = await this.urls.signer('file url');
    return (fileId) => sign([fileId], NEVER_EXPIRES);
  }

  private async signerAt(time: number): Promise<(fileId: string) => string> {
    const sign = await this.urls.signer('file url');
    const expires = fullHourAfter(WORKS_MS, time) / 1000;
    return (fileId) => `${this.settings.PUBLIC_URL ?? ''}${FILES_PATH}/${sign([fileId], expires)}`;
  }
}
