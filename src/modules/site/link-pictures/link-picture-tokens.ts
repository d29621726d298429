import { Injectable } from '@nestjs/common';
import { NEVER_EXPIRES, SignedUrls } from '../../../shared/auth/signed-urls.js';
import { LINK_PICTURES_PATH } from '../../../shared/config/site-address.js';

/** What a token was created for. */
interface TokenTarget {
  pageLinkId: string;
  /** The id of the picture at that time. */
  pictureId: string;
}

/** The URLs of link pictures. They name the picture, and contain none of it: so nobody can have another one drawn. */
@Injectable()
export class LinkPictureTokens {
  constructor(private readonly urls: SignedUrls) {}

  async pathOf({ pageLinkId, pictureId }: TokenTarget): Promise<string> {
    const sign = await this.urls.signer('link picture url');
    return `${LINK_PICTURES_PATH}/${sign([pageLinkId, pictureId], NEVER_EXPIRES)}`;
  }

  /** Runs `work` with access to the rows of the tenant that the page belongs to. */
  open<Result>(token: string, work: (target: TokenTarget) => Promise<Result>): Promise<Result> {
    return this.urls.open('link picture url', token, (pageLinkId, pictureId) =>
      work({ pageLinkId, pictureId }),
    );
  }
}
