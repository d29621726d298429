import { Injectable } from '@nestjs/common';
import { SignedUrls } from '../../../shared/auth/signed-urls.js';
import { clock } from '../../../shared/kernel/clock.js';
import { DAY_MS } from '../../../shared/kernel/durations.js';
import type { VisitPlace } from './visit-store.js';

/** How many days after it was opened a page can report events. */
const GOOD_FOR_DAYS = 7;

/**
 * The token with which a page's tracker reports visits: it says where they take place. It is the same for all visitors.
 */
@Injectable()
export class VisitTokens {
  constructor(private readonly urls: SignedUrls) {}

  /** The same token for a whole day, so that the page does not change. */
  async sign({ pageLinkId, pageId, audienceId }: VisitPlace): Promise<string> {
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    const expires = ((today + GOOD_FOR_DAYS + 1) * DAY_MS) / 1000;
    return (await this.urls.signer('visit token'))([pageLinkId, pageId, audienceId], expires);
  }

  /** Runs `work` with access to the rows of the tenant whose page is visited. */
  open<Result>(token: string, work: (place: VisitPlace) => Promise<Result>): Promise<Result> {
    return this.urls.open('visit token', token, (pageLinkId, pageId, audienceId) =>
      work({ pageLinkId, pageId, audienceId }),
    );
  }
}
