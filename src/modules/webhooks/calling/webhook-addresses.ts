import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../../shared/config/config.module.js';
import type { Settings } from '../../../shared/config/settings.js';
import { CallFailure } from './call-faults.js';
import { isPublicAddress, reachedAddress } from './public-addresses.js';
import { WebhookNames } from './webhook-names.js';

/** RFC 6761: what these names mean is not for a resolver to say. */
const LOCALHOST = /(^|\.)localhost$/;
const LOOPBACK = ['127.0.0.1', '::1'];

/** Whom webhooks may reach: everybody in public, and whom `WEBHOOK_ALLOW_PRIVATE` lists. */
@Injectable()
export class WebhookAddresses {
  private readonly ranges = new BlockList();
  private readonly names = new Set<string>();

  constructor(
    @InjectSettings() { WEBHOOK_ALLOW_PRIVATE }: Pick<Settings, 'WEBHOOK_ALLOW_PRIVATE'>,
    private readonly resolver: WebhookNames,
  ) {
    for (const allowed of WEBHOOK_ALLOW_PRIVATE) this.allow(allowed);
  }

  permits(address: string): boolean {
    const reached = reachedAddress(address);
    return isPublicAddress(reached) || this.ranges.check(reached, familyOf(reached));
  }

  /** For a socket, which connects to what is answered here and asks nobody again. */
  readonly lookup: LookupFunction = (host, { all }, callback) => {
    this.find(host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: Error) => callback(error, ''),
    );
  };

  /** One address that must not be reached refuses them all: it is there to be tried when the others fail. */
  private async find(host: string): Promise<string[]> {
    const name = host.toLowerCase().replace(/\.$/, '');
    if (this.names.has(name)) return found(await this.resolver.bySystem(name).catch(() => []));
    if (LOCALHOST.test(name)) return permitted(LOOPBACK.filter((address) => this.permits(address)));
    const addresses = found(await this.resolver.byDns(name));
    return permitted(addresses.every((address) => this.permits(address)) ? addresses : []);
  }

  private allow(allowed: string): void {
    const [address, bits] = allowed.split('/') as [string, string?];
    if (isIP(address) === 0) this.names.add(allowed.toLowerCase());
    else if (bits === undefined) this.ranges.addAddress(address, familyOf(address));
    else this.ranges.addSubnet(address, Number(bits), familyOf(address));
  }
}

function found(addresses: string[]): string[] {
  if (addresses.length === 0) throw new CallFailure('not_resolved');
  return addresses;
}

function permitted(addresses: string[]): string[] {
  if (addresses.length === 0) throw new CallFailure('address_refused');
  return addresses;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
