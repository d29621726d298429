import { until } from '../../support/until.js';
import { SCRIPTS } from './answer-scripts.js';
import { TestCaller, type Calling } from './calls.js';
import { RawReceiver } from './raw-receiver.js';

export const SHORT = { callMs: 300, bodyMs: 150 };
/** Far less than it would be without limits, and enough on a busy machine. */
export const SOON_MS = 3_000;
export const answered = (status: number, responseBody = '') => ({
  status,
  error: null,
  detail: null,
  responseBody,
});
export const failed = (error: string) => ({
  status: null,
  error,
  detail: expect.any(String),
  responseBody: '',
});

type MakeCaller = (limits?: Calling['limits'], calling?: Calling) => TestCaller;

/** A receiver that follows the scripts, and callers that are closed after each test, with all their connections. */
export function calling(): { receiver: RawReceiver; caller: MakeCaller } {
  const receiver = new RawReceiver(SCRIPTS);
  const callers: TestCaller[] = [];

  beforeAll(() => receiver.start());
  afterEach(async () => {
    await Promise.all(callers.map((caller) => caller.close()));
    await until(async () => receiver.sockets.size === 0);
    receiver.connections = 0;
    receiver.requests.length = 0;
    callers.length = 0;
  });
  afterAll(() => receiver.stop());

  const caller: MakeCaller = (limits = {}, calling = {}) => {
    const made = new TestCaller({ allow: ['127.0.0.1'], limits, ...calling });
    callers.push(made);
    return made;
  };
  return { receiver, caller };
}
