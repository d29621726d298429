import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { DomainError } from '../kernel/errors.js';
import { partOf, TokenBuckets, type RateLimit, type Taken } from '../kernel/rate-limit.js';
import type { Caller } from './caller.js';

/** How many unknown keys one address may send. */
const UNKNOWN_KEYS: RateLimit = { perSecond: 10, burst: 100 };

/** How long an address waits to be told that it has sent too many, and how many wait so at once. */
const REFUSAL_DELAY_MS = 500;
const MAX_DELAYED = 1000;

/**
 * Counts the requests of each tenant and each key, in this process, which lets through its part of what is set; and
 * those with unknown keys of each address.
 */
@Injectable()
export class RateLimits {
  private readonly tenants = new TokenBuckets();
  private readonly keys = new TokenBuckets();
  private readonly addresses = new TokenBuckets();
  private readonly tenantLimit: RateLimit | undefined;
  private readonly processes: number;
  private delayed = 0;
  /** How many requests were refused. */
  readonly refused = { tenant: 0, key: 0, address: 0 };

  constructor(@InjectSettings() { RATE_LIMIT, PROCESSES }: Settings) {
    this.tenantLimit = RATE_LIMIT && partOf(RATE_LIMIT, PROCESSES);
    this.processes = PROCESSES;
  }

  /** Tells of the limits in the answer, and throws where one is reached. */
  count({ tenantId, keyId, rateLimit }: Caller, res: Response): void {
    const { tenantLimit } = this;
    const keyLimit = rateLimit && partOf(rateLimit, this.processes);
    if (!tenantLimit && !keyLimit) return;
    const ofKey = keyLimit && this.keys.take(keyId, keyLimit);
    // What its own key stops is not on the tenant's account.
    const ofTenant =
      tenantLimit && ofKey?.isAllowed !== false ? this.tenants.take(tenantId, tenantLimit) : undefined;
    res.setHeader(
      'RateLimit-Policy',
      list(tenantLimit && policy('tenant', tenantLimit), keyLimit && policy('key', keyLimit)),
    );
    res.setHeader('RateLimit', list(ofTenant && state('tenant', ofTenant), ofKey && state('key', ofKey)));
    if (ofKey?.isAllowed === false) throw this.refuse('key', ofKey, res);
    if (ofTenant?.isAllowed === false) throw this.refuse('tenant', ofTenant, res);
  }

  /** Throws where this address has sent too many; a while later, so that a flood does not come as fast as it can. */
  async countUnknownKey(address: string, res: Response): Promise<void> {
    const taken = this.addresses.take(address, UNKNOWN_KEYS);
    if (taken.isAllowed) return;
    if (this.delayed < MAX_DELAYED) await this.delay();
    throw this.refuse('address', taken, res);
  }

  private async delay(): Promise<void> {
    this.delayed++;
    await wait(REFUSAL_DELAY_MS);
    this.delayed--;
  }

  private refuse(whose: keyof typeof this.refused, { retryMs }: Taken, res: Response): DomainError {
    this.refused[whose]++;
    res.setHeader('Retry-After', String(seconds(retryMs)));
    return new DomainError(
      'rate_limited',
      'rate_limited',
      `There were too many requests of this ${whose}; slow down.`,
    );
  }
}

/** In the words of the IETF draft: all of a burst within the time that it takes to fill up again. */
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
