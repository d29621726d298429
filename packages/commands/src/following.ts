import type { Event, Foyer, FoyerError } from '@foyer/client';
import { oneLine } from './calling.js';

export interface FeedOptions {
  type?: string[];
  resource?: string;
  from?: string;
  count?: string;
}

export interface Feed {
  types: readonly string[];
  resource: string | undefined;
  from: string | undefined;
  /** How many events to wait for; all if undefined. */
  count: number | undefined;
}

type EventType = Event['payload']['type'];

/** What happens with an event. The signal says that nobody waits for it any more. */
type Act = (event: Event, signal: AbortSignal) => Promise<void> | void;

/**
 * Acts on the events of the live feed, until enough have come or the person presses Ctrl-C. The service filters by one
 * kind; of several, the others are left out here.
 */
export async function follow(foyer: Foyer, feed: Feed, onConnected: () => void, act: Act): Promise<void> {
  const { types, resource, from, count = Infinity } = feed;
  await assertKnown(foyer, types);
  if (count === 0) return;
  const interrupted = untilInterrupted();
  const { signal } = interrupted;
  const query = {
    ...(types.length === 1 && { type: types[0] as EventType }),
    ...(resource !== undefined && { resource }),
    ...(from !== undefined && { from }),
  };
  const onDisconnected = (reason: FoyerError | undefined) =>
    process.stderr.write(`${oneLine(interruption(reason))} It goes on as soon as it can.\n`);
  let seen = 0;
  try {
    for await (const event of foyer.events.stream(query, { signal, onConnected, onDisconnected })) {
      if (types.length > 1 && !types.includes(event.payload.type)) continue;
      await act(event, signal);
      if (++seen >= count) return;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    interrupted.forget();
  }
}

function interruption(reason: FoyerError | undefined): string {
  return reason ? `There is no feed (${reason.detail}).` : 'The feed has ended.';
}

/** The service would not see those that are left out here: a misspelt kind would never come. */
async function assertKnown(foyer: Foyer, types: readonly string[]): Promise<void> {
  if (types.length > 1)
    await Promise.all(types.map((type) => foyer.events.list({ type: type as EventType, limit: 1 })));
}

/** The program that reads the output may end first, as `head` does. */
function untilInterrupted(): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.once('SIGINT', abort).once('SIGTERM', abort);
  process.stdout.on('error', abort);
  const forget = () => void process.off('SIGINT', abort).off('SIGTERM', abort);
  return { signal: controller.signal, forget };
}
