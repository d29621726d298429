import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../../shared/config/config.module.js';
import type { Settings } from '../../../shared/config/settings.js';
import { CallFailure } from './call-faults.js';
import { isPublicAddress, reachedAddress } from './public-addresses.js';

const DNS_LIMITS = { timeout: 1_500, tries: 2 };

/** RFC 6761 forbids asking a resolver for these names. */
const LOCALHOST = /(^|\.)localhost$/;
const LOOPBACK = ['127.0.0.1', '::1'];

/** Finds the addresses of a host name. */
@Injectable()
export class HostResolver {
  /** For foreign names. Their name servers may be slow, and the system resolver has only four threads. */
  async byDns(name: string): Promise<string[]> {
    const resolver = this.resolver();
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }

  /** For the operator's own names, which may be in the hosts file. */
  async bySystem(name: string): Promise<string[]> {
    const found = await lookup(name, { all: true });
    return found.map(({ address }) => address);
  }

  /** A new resolver each time, so a change of the system's name servers takes effect. */
  protected resolver(): Resolver {
    return new Resolver(DNS_LIMITS);
  }
}

/** Decides which addresses webhooks may reach: all public ones, and those that `WEBHOOK_ALLOW_PRIVATE` lists. */
@Injectable()
export class WebhookAddresses {
  private readonly ranges = new BlockList();
  private readonly names = new Set<string>();

  constructor(
    @InjectSettings() { WEBHOOK_ALLOW_PRIVATE }: Pick<Settings, 'WEBHOOK_ALLOW_PRIVATE'>,
    private readonly resolver: HostResolver,
  ) {
    for (const entry of WEBHOOK_ALLOW_PRIVATE) this.allow(entry);
  }

  allows(address: string): boolean {
    const reached = reachedAddress(address);
    return isPublicAddress(reached) || this.ranges.check(reached, familyOf(reached));
  }

  /** For a socket: it connects to one of these addresses and resolves nothing itself. */
  readonly lookup: LookupFunction = (host, { all }, callback) => {
    this.resolve(host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: Error) => callback(error, ''),
    );
  };

  /** One forbidden address rejects the host, because a socket would try that address when the others fail. */
  private async resolve(host: string): Promise<string[]> {
    const name = host.toLowerCase().replace(/\.$/, '');
    if (this.names.has(name)) return resolved(await this.resolver.bySystem(name).catch(() => []));
    if (LOCALHOST.test(name)) return allowed(LOOPBACK.filter((address) => this.allows(address)));
    const addresses = resolved(await this.resolver.byDns(name));
    return allowed(addresses.every((address) => this.allows(address)) ? addresses : []);
  }

  private allow(entry: string): void {
    const [address, bits] = entry.split('/') as [string, string?];
    if (isIP(address) === 0) this.names.add(entry.toLowerCase());
    else if (bits === undefined) this.ranges.addAddress(address, familyOf(address));
    else this.ranges.addSubnet(address, Number(bits), familyOf(address));
  }
}

function resolved(addresses: string[]): string[] {
  if (addresses.length === 0) throw new CallFailure('not_resolved');
  return addresses;
}

function allowed(addresses: string[]): string[] {
  if (addresses.length === 0) throw new CallFailure('address_refused');
  return addresses;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
