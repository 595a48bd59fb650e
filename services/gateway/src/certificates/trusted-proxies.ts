import { BlockList, isIP } from 'node:net';

/** Parses addresses and subnets, separated by commas. */
export function readProxies(list: string): BlockList {
  const proxies = new BlockList();
  for (const entry of list.split(',').map((one) => one.trim())) {
    if (entry === '') continue;
    const [address = '', bits] = entry.split('/');
    const version = isIP(address);
    const family = version === 6 ? 'ipv6' : 'ipv4';
    const prefix = Number(bits ?? (version === 6 ? 128 : 32));
    if (version === 0 || !/^\d+$/.test(bits ?? '0') || prefix > (version === 6 ? 128 : 32)) {
      throw new Error('TRUSTED_PROXIES must be addresses or subnets, separated by commas');
    }
    proxies.addSubnet(address, prefix, family);
  }
  return proxies;
}

/** Whether a list can be parsed. */
export function areProxies(list: string): boolean {
  try {
    readProxies(list);
    return true;
  } catch {
    return false;
  }
}

/** Subnets without public addresses. */
const PRIVATE = (
  [
    ['10.0.0.0', 8, 'ipv4'],
    ['100.64.0.0', 10, 'ipv4'],
    ['127.0.0.0', 8, 'ipv4'],
    ['169.254.0.0', 16, 'ipv4'],
    ['172.16.0.0', 12, 'ipv4'],
    ['192.168.0.0', 16, 'ipv4'],
    ['fc00::', 7, 'ipv6'],
    ['fe80::', 10, 'ipv6'],
  ] as const
).map(([address, prefix, family]) => ({ prefix, family, subnet: subnetOf(address, prefix, family) }));
/** Minimum prefix lengths of public subnets: the size that one organisation may have. */
const PREFIX_MIN = { ipv4: 24, ipv6: 64 };
/** IPv4 addresses mapped to IPv6. */
const MAPPED = { address: '::ffff:0:0', prefix: 96 };
const IS_MAPPED = subnetOf(MAPPED.address, MAPPED.prefix, 'ipv6');

function subnetOf(address: string, prefix: number, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  return list;
}

/** Whether a subnet in the list is so large that it covers addresses of third parties. Malformed entries are refused elsewhere. */
export function hasTooManyProxies(list: string): boolean {
  return list.split(',').some((entry) => {
    const [address = '', bits] = entry.trim().split('/');
    const version = isIP(address);
    const prefix = Number(bits);
    if (version === 0 || bits === undefined || !(prefix <= 128)) return false;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (PRIVATE.some((one) => one.family === family && prefix >= one.prefix && one.subnet.check(address, family))) {
      return false;
    }
    const hasMapped = family === 'ipv6' && subnetOf(address, prefix, family).check(MAPPED.address, 'ipv6');
    if (hasMapped || (family === 'ipv6' && IS_MAPPED.check(address, 'ipv6'))) {
      return prefix < MAPPED.prefix + PREFIX_MIN.ipv4;
    }
    return prefix < PREFIX_MIN[family];
  });
}

/** Whether a connection comes from one of the proxies. */
export function isFromProxy(remoteAddress: string | undefined, proxies: BlockList): boolean {
  if (remoteAddress === undefined) return false;
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
