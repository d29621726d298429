import { FoyerError } from './foyer-error.js';
import { startTimer } from './timers.js';

/** The bytes of an answer. Fails if nothing arrives for a while, or if the connection breaks. */
export async function* bytesOf(
  response: Response,
  {
    operation,
    silenceMs,
    signal,
  }: { operation: string; silenceMs: number; signal?: AbortSignal | undefined },
): AsyncGenerator<Uint8Array, void> {
  const reader = response.body!.getReader();
  const stop = () => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      let isSilent = false;
      const stopTimer = startTimer(silenceMs, () => {
        isSilent = true;
        stop();
      });
      const { done, value } = await reader
        .read()
        .catch((cause: unknown) => {
          signal?.throwIfAborted();
          throw new FoyerError({
            operation,
            code: 'connection_failed',
            detail: 'The answer broke off.',
            cause,
          });
        })
        .finally(stopTimer);
      signal?.throwIfAborted();
      if (isSilent) {
        const detail = `Nothing arrived for ${silenceMs} ms.`;
        throw new FoyerError({ operation, code: 'timed_out', detail });
      }
      if (done) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
