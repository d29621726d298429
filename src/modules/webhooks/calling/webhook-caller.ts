import { Injectable } from '@nestjs/common';
import { CallExchange, type CallResult } from './call-exchange.js';
import { CallLimits } from './call-limits.js';
import { WebhookConnections } from './webhook-connections.js';

export interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Posts to untrusted receivers: none of them can make it wait forever, read without end, or reach an internal address.
 */
@Injectable()
export class WebhookCaller {
  private callCount = 0;

  constructor(
    private readonly connections: WebhookConnections,
    private readonly limits: CallLimits,
  ) {}

  /** Never rejects: a failure is also a result. */
  async call(call: Call, signal?: AbortSignal): Promise<CallResult> {
    this.callCount++;
    try {
      return await this.exchange(call, signal);
    } finally {
      this.callCount--;
    }
  }

  private exchange({ url, headers, body }: Call, signal?: AbortSignal): Promise<CallResult> {
    return new Promise((resolve) => {
      const onAbort = () => exchange.abort('aborted');
      const exchange = new CallExchange(this.limits, (result) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(result);
      });
      const target = targetOf(url);
      if (!target) return exchange.abort('bad_url');
      if (signal?.aborted) return exchange.abort('aborted');
      signal?.addEventListener('abort', onAbort);
      this.connections
        .agentFor(this.callCount)
        .dispatch(exchange.post({ ...target, headers, body }), exchange);
    });
  }
}

/** Uses the URL parser, so the checked address is the called address. */
function targetOf(url: string): { origin: string; path: string } | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, pathname, search } = new URL(url);
  return /^https?:$/.test(protocol) ? { origin, path: pathname + search } : undefined;
}
