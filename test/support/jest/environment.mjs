import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Each test file has its own realm, but the code under test lives in Node's (see native.mjs). Both share the classes
 * of the objects they exchange, so that `instanceof` works on either side.
 */
const SHARED = {
  ...{ Date, Map, Set },
  ...{ Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError },
};

const require = createRequire(import.meta.url);

/** See once-per-worker.ts. */
const keptByWorker = new Map();

export default class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, SHARED, { keptByWorker, nativeRequire: (path) => require(path) });
  }

  /** Restores the shared modules for the next file. */
  async teardown() {
    this.moduleMocker.restoreAllMocks();
    await super.teardown();
  }
}
