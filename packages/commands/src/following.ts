import type { Event, Foyer } from '@foyer/client';

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

/**
 * The events of the live feed, until enough have come or the person presses Ctrl-C. The service filters by one kind; of
 * several, the others are left out here.
 */
export async function* following(
  foyer: Foyer,
  { types, resource, from, count = Infinity }: Feed,
  onConnected: () => void,
): AsyncGenerator<Event, void> {
  if (count === 0) return;
  const interrupted = untilInterrupted();
  const [first] = types;
  const query = {
    ...(types.length === 1 && { type: first as Event['payload']['type'] }),
    ...(resource !== undefined && { resource }),
    ...(from !== undefined && { from }),
  };
  const stream = foyer.events.stream(query, {
    signal: interrupted.signal,
    onConnected,
    onDisconnected: () => process.stderr.write('The feed was interrupted; it goes on as soon as it can.\n'),
  });
  let seen = 0;
  try {
    for await (const event of stream) {
      if (types.length > 1 && !types.includes(event.payload.type)) continue;
      yield event;
      if (++seen >= count) return;
    }
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
  } finally {
    interrupted.forget();
  }
}

/** Whoever reads the output may leave, as `head` does. */
function untilInterrupted(): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.once('SIGINT', abort).once('SIGTERM', abort);
  process.stdout.on('error', abort);
  const forget = () => void process.off('SIGINT', abort).off('SIGTERM', abort);
  return { signal: controller.signal, forget };
}
