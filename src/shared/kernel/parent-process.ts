/** One that is gone is told nothing: whoever is left without it is about to end. */
export function tellParent(message: object): void {
  if (process.connected) process.send!(message, undefined, {}, () => undefined);
}
