import { FoyerError } from '@foyer/client';
import { SECOND_MS } from '../../../shared/kernel/durations.js';
import type { Api } from '../calling/api-caller.js';
import { wordsOf } from './change-messages.js';

/** A person who waits for the first change has a screen already, so this may take long. */
const OPENING_MS = 10 * SECOND_MS;

interface Follower {
  /** What happens from now on, or from `from` on, arrives. */
  opened: () => void;
  changed: (words: readonly string[]) => void;
}

/** Why the changes can't be followed, or not any longer. */
export type Refusal = 'session ended' | 'not allowed' | 'too many' | 'unavailable';

/** Hands on what changes, as far as the key may know it. Resolves when that is over. */
export async function followChanges(
  api: Api,
  { opened, changed }: Follower,
  { from, signal }: { from: Date | undefined; signal: AbortSignal },
): Promise<Refusal> {
  const stop = new AbortController();
  let isOpen = false;
  const opening = setTimeout(() => stop.abort(), OPENING_MS);
  /** Why the API has ended the stream, is in the answer to the next request only. */
  const askWhy = () =>
    api.me.get({ retries: 0 }).catch((error: unknown) => {
      if (refusalOf(error) === 'session ended') stop.abort(error);
    });
  const stream = api.events.stream(from ? { from } : {}, {
    signal: AbortSignal.any([signal, stop.signal]),
    onConnected: () => {
      clearTimeout(opening);
      if (!isOpen) opened();
      isOpen = true;
    },
    onDisconnected: (reason) => {
      if (isOpen) void askWhy();
      else stop.abort(reason);
    },
  });
  try {
    for await (const event of stream) changed(wordsOf(event));
    return 'unavailable';
  } catch (error) {
    if (!signal.aborted && !stop.signal.aborted && !(error instanceof FoyerError)) throw error;
    return refusalOf(error);
  } finally {
    clearTimeout(opening);
  }
}

export function refusalOf(error: unknown): Refusal {
  const status = error instanceof FoyerError ? error.status : undefined;
  if (status === 401) return 'session ended';
  if (status === 403) return 'not allowed';
  return status === 429 ? 'too many' : 'unavailable';
}
