import { type TestService, useTestService } from '../support/test-service.js';
import { Deliveries } from './deliveries.js';
import { Receiver } from './receiver.js';

export interface Delivering {
  /** With a worker that may reach this machine. */
  service: TestService;
  deliveries: Deliveries;
  /** A new one for each test. */
  receiver: Receiver;
}

/** What the tests of a file need, made and removed around them. */
export function delivering(give: (given: Delivering) => void, environment: NodeJS.ProcessEnv = {}): void {
  const { service } = useTestService({ ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', ...environment });
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.open();
    give({ service, deliveries: new Deliveries(service), receiver });
  });
  afterEach(() => receiver.close());
}
