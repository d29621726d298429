import type { Resolver } from 'node:dns/promises';
import { CallLimits } from '../../../src/modules/webhooks/calling/call-limits.js';
import { HostResolver, WebhookAddresses } from '../../../src/modules/webhooks/calling/webhook-addresses.js';
import type { CallResult } from '../../../src/modules/webhooks/calling/call-exchange.js';
import { WebhookCaller } from '../../../src/modules/webhooks/calling/webhook-caller.js';
import { WebhookConnections } from '../../../src/modules/webhooks/calling/webhook-connections.js';
import type { NameServer } from '../../support/servers/name-server.js';

export interface Calling {
  allow?: readonly string[];
  names?: HostResolver;
  limits?: Partial<CallLimits>;
}

/** Nobody listens there: a test whose hosts have names says who knows them. */
const NO_NAME_SERVER = { address: '127.0.0.1:9' };

/** The real caller, with the limits and the resolver that a test wants. */
export class TestCaller {
  private readonly caller: WebhookCaller;
  private readonly connections: WebhookConnections;

  constructor({ allow = [], names = namesFrom(NO_NAME_SERVER), limits = {} }: Calling) {
    const all: CallLimits = { ...new CallLimits(), ...limits };
    const addresses = new WebhookAddresses({ WEBHOOK_ALLOW_PRIVATE: allow }, names);
    this.connections = new WebhookConnections(addresses, all);
    this.caller = new WebhookCaller(this.connections, all);
  }

  post(url: string, { body = '{"n":1}', headers = {}, signal }: Posting = {}): Promise<CallResult> {
    return this.caller.call(
      { url, headers: { 'content-type': 'application/json', ...headers }, body },
      signal,
    );
  }

  async close(): Promise<void> {
    await this.connections.onApplicationShutdown();
  }
}

/** As the service resolves, but for whom it asks. */
export function namesFrom({ address }: Pick<NameServer, 'address'>): HostResolver {
  return new (class extends HostResolver {
    protected override resolver(): Resolver {
      const resolver = super.resolver();
      resolver.setServers([address]);
      return resolver;
    }
  })();
}

/** Every name leads to these addresses, and nobody is asked: a name server of tests names nothing but loopback. */
export function namesLeadingTo(addresses: readonly string[]): HostResolver {
  return new (class extends HostResolver {
    override async byDns(): Promise<string[]> {
      return [...addresses];
    }

    override bySystem(): Promise<string[]> {
      return this.byDns();
    }
  })();
}

interface Posting {
  body?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}
