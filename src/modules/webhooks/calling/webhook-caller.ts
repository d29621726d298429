import { Injectable } from '@nestjs/common';
import { CallExchange, type CallResult } from './call-exchange.js';
import { CallLimits } from './call-limits.js';
import { WebhookConnections } from './webhook-connections.js';

export interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Posts to receivers, who may be anybody: none can make it wait for ever, hold much, or lead it inwards. */
@Injectable()
export class WebhookCaller {
  private underWay = 0;

  constructor(
    private readonly connections: WebhookConnections,
    private readonly limits: CallLimits,
  ) {}

  /** Never rejects: whatever happens is a result. */
  async call(call: Call, signal?: AbortSignal): Promise<CallResult> {
    this.underWay++;
    try {
      return await this.exchange(call, signal);
    } finally {
      this.underWay--;
    }
  }

  private exchange({ url, headers, body }: Call, signal?: AbortSignal): Promise<CallResult> {
    return new Promise((resolve) => {
      const onAbort = () => exchange.giveUp('aborted');
      const exchange = new CallExchange(this.limits, (result) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(result);
      });
      const target = targetOf(url);
      if (!target) return exchange.giveUp('bad_url');
      if (signal?.aborted) return exchange.giveUp('aborted');
      signal?.addEventListener('abort', onAbort);
      this.connections.forCall(this.underWay).dispatch(exchange.post({ ...target, headers, body }), exchange);
    });
  }
}

/** As the URL parser understands it, so that what is judged and what is called are the same. */
function targetOf(url: string): { origin: string; path: string } | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, pathname, search } = new URL(url);
  return /^https?:$/.test(protocol) ? { origin, path: pathname + search } : undefined;
}
