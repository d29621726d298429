/** `setTimeout` acts at once if it is to wait for longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Acts after a time, however long it is, and never after `Infinity`. Returns what stops it. */
export function startTimer(ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (leftMs: number) => {
    const later = leftMs > LONGEST_MS ? () => wait(leftMs - LONGEST_MS) : act;
    timer = setTimeout(later, Math.min(leftMs, LONGEST_MS));
  };
  wait(ms);
  return () => clearTimeout(timer);
}

/** Waits; rejects with the reason of the signal once it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(asError(signal));
    const stop = () => {
      stopTimer();
      reject(asError(signal!));
    };
    const stopTimer = startTimer(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The result of the work, or the reason of the signal if it is aborted before. */
export function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(asError(signal));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
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
