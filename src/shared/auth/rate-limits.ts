import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { tooMany, type DomainError } from '../kernel/errors.js';
import { networkOf } from './client-network.js';
import { sharePerProcess, TokenBuckets, type RateLimit, type Taken } from '../kernel/rate-limit.js';
import type { Caller } from './keys/caller.js';

/** Limit of unknown keys per address. */
const UNKNOWN_KEYS: RateLimit = { perSecond: 10, burst: 100 };

/** Delay before an address is told that it has sent too many, and the maximum number of such delayed requests. */
const REFUSAL_DELAY_MS = 500;
const MAX_DELAYED = 1000;

/**
 * Counts the requests of each tenant and each key in this process, which allows its share of the configured limit.
 * Also counts the requests of each address with unknown keys, and of each visitor, who has no key.
 */
@Injectable()
export class RateLimits {
  private readonly tenants = new TokenBuckets();
  private readonly keys = new TokenBuckets();
  private readonly addresses = new TokenBuckets();
  private readonly visitors = new TokenBuckets();
  private readonly tenantLimit: RateLimit | undefined;
  private readonly visitorLimit: RateLimit | undefined;
  private readonly processes: number;
  private delayed = 0;
  /** Number of refused requests. */
  readonly refused = { tenant: 0, key: 0, address: 0, visitor: 0 };

  constructor(@InjectSettings() { RATE_LIMIT, SITE_RATE_LIMIT, PROCESSES }: Settings) {
    this.visitorLimit = SITE_RATE_LIMIT && sharePerProcess(SITE_RATE_LIMIT, PROCESSES);
    this.tenantLimit = RATE_LIMIT && sharePerProcess(RATE_LIMIT, PROCESSES);
    this.processes = PROCESSES;
  }

  /** Counts this many requests, reports the limits in the response headers, and throws if one is reached. */
  count({ tenantId, keyId, parentId, rateLimit }: Caller, res: Response, requests = 1): void {
    const { tenantLimit } = this;
    const keyLimit = rateLimit && sharePerProcess(rateLimit, this.processes);
    if (!tenantLimit && !keyLimit) return;
    const now = performance.now();
    const ofKey = keyLimit && this.keys.take(parentId ?? keyId, keyLimit, now, requests);
    // A request that the key's own limit refuses does not count against the tenant.
    const ofTenant =
      tenantLimit && ofKey?.isAllowed !== false
        ? this.tenants.take(tenantId, tenantLimit, now, requests)
        : undefined;
    res.setHeader(
      'RateLimit-Policy',
      list(tenantLimit && policy('tenant', tenantLimit), keyLimit && policy('key', keyLimit)),
    );
    res.setHeader('RateLimit', list(ofTenant && state('tenant', ofTenant), ofKey && state('key', ofKey)));
    if (ofKey?.isAllowed === false) throw this.refuse('key', ofKey, adviceFor(requests, keyLimit!));
    if (ofTenant?.isAllowed === false)
      throw this.refuse('tenant', ofTenant, adviceFor(requests, tenantLimit!));
  }

  /** Throws if this address has sent too many unknown keys. The delay slows down a flood. */
  async countUnknownKey(address: string): Promise<void> {
    const taken = this.addresses.take(address, UNKNOWN_KEYS);
    if (taken.isAllowed) return;
    if (this.delayed < MAX_DELAYED) await this.delay();
    throw this.refuse('address', taken);
  }

  /** Whether a visitor at this address may send one more request to the site. */
  allowsVisitor(address: string): boolean {
    const isAllowed = this.hasRoomForVisitor(() => address);
    if (!isAllowed) this.refused.visitor++;
    return isAllowed;
  }

  /** The same for a request that is asked about again if there is no room: it is not counted as refused. */
  hasRoomForVisitor(addressOf: () => string): boolean {
    return !this.visitorLimit || this.takeVisitor(addressOf())!.isAllowed;
  }

  /** The same for a signed URL of the API, which needs no key: throws if the limit is reached. */
  countVisitor(address: string): void {
    const taken = this.takeVisitor(address);
    if (taken?.isAllowed === false) throw this.refuse('visitor', taken);
  }

  private takeVisitor(address: string): Taken | undefined {
    return this.visitorLimit && this.visitors.take(networkOf(address), this.visitorLimit);
  }

  private async delay(): Promise<void> {
    this.delayed++;
    await wait(REFUSAL_DELAY_MS);
    this.delayed--;
  }

  private refuse(whose: keyof typeof this.refused, { retryMs }: Taken, advice = SLOW_DOWN): DomainError {
    this.refused[whose]++;
    return tooMany('rate_limited', `Too many requests for this ${whose}; ${advice}`, retryMs);
  }
}

const SLOW_DOWN = 'slow down.';

/** A batch whose first item is counted may have more items than a burst: it would be refused for ever. */
function adviceFor(requests: number, { burst }: RateLimit): string {
  if (requests < Math.max(burst, 2)) return SLOW_DOWN;
  return `a batch counts as its number of items, and at most ${burst} are possible at once.`;
}

/** In the terms of the IETF draft: a whole burst within the time that the bucket takes to refill. */
function policy(name: string, { perSecond, burst }: RateLimit): string {
  return `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`;
}

function state(name: string, { remaining, resetMs }: Taken): string {
  return `"${name}";r=${remaining};t=${seconds(resetMs)}`;
}

function list(first: string | undefined, second: string | undefined): string {
  return first && second ? `${first}, ${second}` : (first ?? second ?? '');
}

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
