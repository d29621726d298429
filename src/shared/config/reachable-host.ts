import { isIPv6 } from 'node:net';

/** The host of URLs at which this machine reaches a server that listens on an address. */
export function reachableHost(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return isIPv6(address) ? `[${address}]` : address;
}
