import { Injectable } from '@nestjs/common';
import { SignedUrls } from '../../../shared/auth/signed-urls.js';
import { clock } from '../../../shared/kernel/clock.js';
import { DAY_MS } from '../../../shared/kernel/durations.js';
import type { VisitPlace } from './visit-store.js';

/** What happens on a page that somebody has opened can be told for so many days. */
const GOOD_FOR_DAYS = 7;

/** What a page's tracker tells of visits with: where they take place. It is the same for all visitors. */
@Injectable()
export class VisitTokens {
  constructor(private readonly urls: SignedUrls) {}

  /** The same for a whole day, so that a page stays the same. */
  async sign({ pageLinkId, pageId, audienceId }: VisitPlace): Promise<string> {
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    const expires = ((today + GOOD_FOR_DAYS + 1) * DAY_MS) / 1000;
    return (await this.urls.signer('visit token'))([pageLinkId, pageId, audienceId], expires);
  }

  /** Does some work with the rows of the tenant in sight on whose page the visit takes place. */
  open<Result>(token: string, work: (place: VisitPlace) => Promise<Result>): Promise<Result> {
    return this.urls.open('visit token', token, (pageLinkId, pageId, audienceId) =>
      work({ pageLinkId, pageId, audienceId }),
    );
  }
}
