import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Each test file has a realm of its own, but what it tests lives in Node's (see native.mjs). Both share the classes
 * of what goes between them, so that `instanceof` holds on either side.
 */
const SHARED = {
  ...{ Date, Map, Set },
  ...{ Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError },
};

const require = createRequire(import.meta.url);

export default class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, SHARED, { nativeRequire: (path) => require(path) });
  }

  /** The next file finds the shared modules as they were. */
  async teardown() {
    this.moduleMocker.restoreAllMocks();
    await super.teardown();
  }
}
