/** Waits; rejects with the reason of the signal once it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(asError(signal));
    const stop = () => {
      clearTimeout(timer);
      reject(asError(signal!));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Grows with each failure, and differs between callers, so that they do not return all at once. */
export function backOff(failures: number, firstMs: number, maxMs: number): number {
  const ceiling = Math.min(maxMs, firstMs * 2 ** failures);
  return ceiling * (0.5 + Math.random() / 2);
}

function asError(signal: AbortSignal): Error {
  return signal.reason as Error;
}
