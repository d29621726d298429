import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../shared/auth/client-network.js';
import { TokenBuckets, type RateLimit, type Taken } from '../../../shared/kernel/rate-limit.js';

/** Ten at once, then one every ten seconds. */
const ATTEMPTS: RateLimit = { perSecond: 0.1, burst: 10 };

/** Limits how many wrong keys an address can try. Those beyond the limit do not reach the API. */
@Injectable()
export class SignInAttempts {
  private readonly addresses = new TokenBuckets();

  take(address: string): Taken {
    return this.addresses.take(networkOf(address), ATTEMPTS);
  }

  /** Counted before its outcome is known, because many can be under way at once. */
  succeeded(address: string): void {
    this.addresses.giveBack(networkOf(address), ATTEMPTS);
  }
}
