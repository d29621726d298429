import { isIPv4, isIPv6 } from 'node:net';

/**
 * The key for counting visitors, independent of how a proxy writes their address. For IPv6 it is the network, because
 * one visitor has too many addresses. All invalid addresses count as one visitor.
 */
export function networkOf(written: string): string {
  const address = written.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  const groups = groupsOf(address);
  return isMapped(groups) ? ipv4In(groups) : groups.slice(0, 4).join(':');
}

/** The network of an address, for records that must not name a single caller; null for an invalid address. */
export function networkPrefixOf(address: string): string | null {
  const network = networkOf(address);
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return network === 'unknown' ? null : `${network.split(':').slice(0, 3).join(':')}::/48`;
}

/** All eight groups, normalised. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  return [...first!, ...Array<string>(8 - first!.length - last!.length).fill('0'), ...last!];
}

function isMapped(groups: readonly string[]): boolean {
  return groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
}

function ipv4In(groups: readonly string[]): string {
  return groups
    .slice(6)
    .map((group) => parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
