/** A key has at most 20 streams at the API, which its programs need as well. */
export const MOST_OF_A_KEY = 10;
/** A browser needs one. Of the page that it leaves and of the next one, two are open for a moment. */
export const MOST_OF_A_SESSION = 3;
/** A tenant can have many keys. */
export const MOST_OF_A_TENANT = 100;
export const MOST_OF_ALL = 500;

/** What a browser has not read. It gets less than this in a day. */
export const MAX_UNREAD_BYTES = 64 * 1024;

interface Holder {
  tenantId: string;
  keyId: string;
  /** The key that the session was signed in with, which shares its streams with its sessions. */
  parentKeyId: string | null;
}

/** Bounds how many streams this process keeps open for browsers. */
export class StreamLimits {
  private readonly taken = new Map<string, number>();

  constructor(private readonly mostOfAKey: number) {}

  /** Returns what gives the place back; undefined if there is none. */
  take({ tenantId, keyId, parentKeyId }: Holder): (() => void) | undefined {
    const limits: [string, number][] = [
      ['', MOST_OF_ALL],
      [`tenant ${tenantId}`, MOST_OF_A_TENANT],
      [`session ${keyId}`, MOST_OF_A_SESSION],
      [`key ${parentKeyId ?? keyId}`, this.mostOfAKey],
    ];
    if (limits.some(([name, most]) => this.countOf(name) >= most)) return undefined;
    for (const [name] of limits) this.taken.set(name, this.countOf(name) + 1);
    return () => {
      for (const [name] of limits.splice(0)) {
        const left = this.countOf(name) - 1;
        if (left > 0) this.taken.set(name, left);
        else this.taken.delete(name);
      }
    };
  }

  private countOf(name: string): number {
    return this.taken.get(name) ?? 0;
  }
}
