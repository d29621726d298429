import { FoyerError } from '@foyer/client';

/** The failure of a call that must fail. */
export async function failureOf(call: PromiseLike<unknown>): Promise<FoyerError> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof FoyerError)) throw new Error(`This is no failure of a call: ${String(failure)}`);
  return failure;
}
