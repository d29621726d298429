import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { clock } from '../../../shared/kernel/clock.js';
import { MINUTE_MS } from '../../../shared/kernel/durations.js';

const LIFETIME_MS = 10 * MINUTE_MS;
const TOKEN_BYTES = 32;

interface Link {
  key: string;
  endsAt: number;
}

/**
 * Links that sign in once, for the person at the terminal of this process. They are in its memory only: other processes
 * do not know them.
 */
@Injectable()
export class OneTimeLinks {
  private readonly links = new Map<string, Link>();

  /** The path of a link that signs in with this key. */
  issue(key: string): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.links.set(hashOf(token), { key, endsAt: clock.now().getTime() + LIFETIME_MS });
    return `/sign-in/${token}`;
  }

  isOpen(token: string): boolean {
    const link = this.links.get(hashOf(token));
    return link !== undefined && clock.now().getTime() < link.endsAt;
  }

  /** The key of an open link, which is used up. */
  take(token: string): string | undefined {
    const isOpen = this.isOpen(token);
    const link = this.links.get(hashOf(token));
    this.links.delete(hashOf(token));
    return isOpen ? link!.key : undefined;
  }
}

/** A lookup by hash takes the same time for tokens that are almost right. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
