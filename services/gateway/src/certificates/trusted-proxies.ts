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

/** Whether a connection comes from one of the proxies. */
export function isFromProxy(remoteAddress: string | undefined, proxies: BlockList): boolean {
  if (remoteAddress === undefined) return false;
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
