declare const keptByWorker: Map<string, unknown>;

/** A value that is expensive to make and the same for all test files: the first file of a Jest worker makes it. */
export function oncePerWorker<Value>(name: string, make: () => Value): Value {
  if (!keptByWorker.has(name)) keptByWorker.set(name, make());
  return keptByWorker.get(name) as Value;
}
