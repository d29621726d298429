/** Sends nothing if the parent is gone: a process without its parent is about to end. */
export function tellParent(message: object): void {
  if (process.connected) process.send!(message, undefined, {}, () => undefined);
}
