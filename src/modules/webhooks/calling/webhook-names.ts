import { lookup, Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

const PATIENCE = { timeout: 1_500, tries: 2 };

/** Where a host name leads. */
@Injectable()
export class WebhookNames {
  /** Of other people's names. Their servers may be slow, and the system's resolver has four threads for all. */
  async byDns(name: string): Promise<string[]> {
    const resolver = this.resolver();
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }

  /** Of the operator's own names, which may be in the hosts file. */
  async bySystem(name: string): Promise<string[]> {
    const found = await lookup(name, { all: true });
    return found.map(({ address }) => address);
  }

  /** A new one each time, so that a change of the system's name servers is seen. */
  protected resolver(): Resolver {
    return new Resolver(PATIENCE);
  }
}
