import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Addresses that IANA lists as not globally reachable, and addresses of cloud metadata services. */
const SPECIAL_V4 = ranges('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Contains all public addresses. Addresses outside of this range are never public. */
const GLOBAL_V6 = ranges('ipv6', ['2000::/3']);

/** Teredo, ORCHID, benchmarks; documentation; 6to4. */
const SPECIAL_V6 = ranges('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** IPv6 forms of an IPv4 address: mapped addresses, and NAT64, through which hosts without IPv4 reach all of IPv4. */
const CARRIED_V4 = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
] as const;

/** ISATAP's interface ids contain an IPv4 address, in any network. */
const ISATAP = [
  [0, 0x5efe],
  [0x200, 0x5efe],
] as const;

/** Returns the IPv4 address that an IPv6 address contains, or else the address itself. */
export function reachedAddress(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address;
  const groups = groupsOf(address);
  if (!CARRIED_V4.some((prefix) => prefix.every((group, index) => groups[index] === group))) return address;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** Whether the address is globally reachable. A text that is not an address is not public. */
export function isPublicAddress(address: string): boolean {
  const reached = reachedAddress(address);
  if (isIPv4(reached)) return !SPECIAL_V4.check(reached, 'ipv4');
  if (!isIPv6(reached) || reached.includes('%')) return false;
  const [a, b] = groupsOf(reached).slice(4);
  if (ISATAP.some(([first, second]) => a === first && b === second)) return false;
  return GLOBAL_V6.check(reached, 'ipv6') && !SPECIAL_V6.check(reached, 'ipv6');
}

/** Returns the eight numbers of an IPv6 address. The URL parser writes every form as hexadecimal groups. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = numbersOf(head);
  const after = numbersOf(tail ?? '');
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function numbersOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function ranges(family: 'ipv4' | 'ipv6', cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network, bits] = cidr.split('/') as [string, string];
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
