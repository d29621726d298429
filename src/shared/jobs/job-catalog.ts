import { assertNoneTwice, ModuleFault } from '../kernel/module-fault.js';
import type { JobKind } from './job-kind.js';

/** All kinds of jobs that the modules declare, in the order in which their queues are opened. */
export class JobCatalog {
  constructor(readonly kinds: readonly JobKind[]) {
    assertNoneTwice(
      'job',
      kinds.map(({ name }) => name),
    );
  }

  /** A job without a handler would wait forever; a handler of an undeclared kind has no queue. */
  assertOneHandlerEach(handled: readonly JobKind[]): void {
    for (const { name } of this.kinds) {
      const count = handled.filter((kind) => kind.name === name).length;
      if (count !== 1)
        throw new ModuleFault(`The job ${name} must have exactly one handler, but has ${count}.`);
    }
    const stray = handled.find((kind) => !this.kinds.includes(kind));
    if (stray) throw new ModuleFault(`The job ${stray.name} has a handler, but no module declares it.`);
  }
}
