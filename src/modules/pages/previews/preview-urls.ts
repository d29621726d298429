import { Injectable } from '@nestjs/common';
import { SignedUrls } from '../../../shared/auth/signed-urls.js';
import { SiteAddress } from '../../../shared/config/site-address.js';
import { conflict } from '../../../shared/kernel/errors.js';
import { wireTime } from '../../../shared/kernel/wire-time.js';

/** Signed, so that nobody can add it to the URL of a preview that was forwarded. */
const WITH_FINDINGS = 'findings=true';

export interface PreviewOptions {
  /** Whether the preview shows what is wrong with the page. */
  showsFindings: boolean;
}

interface PreviewTarget extends PreviewOptions {
  /** The path on the site below which such previews are. */
  path: string;
  id: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** The URLs of previews on the site's own address. */
@Injectable()
export class PreviewUrls {
  constructor(
    private readonly urls: SignedUrls,
    private readonly site: SiteAddress,
  ) {}

  async to({
    path,
    id,
    expiresAt,
    showsFindings,
  }: PreviewTarget): Promise<{ url: string; expiresAt: string }> {
    const sign = await this.urls.signer('preview url');
    const query = queryOf({ showsFindings });
    const url = this.site.ownUrlOf(`${path}/${sign([id], expiresAt / 1000, query)}`);
    if (url === undefined) throw conflict('no_site', 'There is no site for previews.');
    return { url: query ? `${url}?${query}` : url, expiresAt: wireTime(expiresAt) };
  }

  /** Calls `work` with the id that the token was made for, as its tenant. */
  open<Result>(
    token: string,
    options: PreviewOptions,
    work: (id: string) => Promise<Result>,
  ): Promise<Result> {
    return this.urls.open('preview url', token, work, queryOf(options));
  }
}

function queryOf({ showsFindings }: PreviewOptions): string {
  return showsFindings ? WITH_FINDINGS : '';
}
