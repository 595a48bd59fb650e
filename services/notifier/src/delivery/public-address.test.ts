import { notificationAddress, permittedHosts } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { isPublic, NotPermitted, publicAddressOf } from './public-address.ts';

const NONE: ReadonlySet<string> = new Set();

describe('notifications reach no internal address (OWASP API7): an address', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.1.2.3', 'loopback'],
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.254', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'link local, metadata of a cloud'],
    ['100.64.0.1', 'carrier grade NAT'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['198.18.0.1', 'benchmarks'],
    ['198.51.100.7', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::1', 'loopback'],
    ['::', 'unspecified'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped, of a public one too'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['fc00::1', 'unique local'],
    ['fd12:3456::1', 'unique local'],
    ['fe80::1', 'link local'],
    ['fec0::1', 'site local'],
    ['ff02::1', 'multicast'],
    ['64:ff9b::7f00:1', 'NAT64 of loopback'],
    ['64:ff9b:1::a00:1', 'local NAT64'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['2001:0:7f00:1::', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['100::1', 'discard'],
    ['localhost', 'not an address'],
    ['0x7f.1', 'not an address'],
  ])('%s is not public: %s', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );
});

describe('a TPP-Notification-URI that is not https on its default port is not used', () => {
  it.each([
    'http://tpp.example/',
    'https://tpp.example:8443/',
    'https://user:secret@tpp.example/',
    'https://tpp.example./',
    'ftp://tpp.example/',
    'file:///etc/passwd',
    'gopher://tpp.example/',
    'javascript:alert(1)',
    '//tpp.example/',
    'tpp.example',
    '',
  ])('%s', (uri) => {
    expect(notificationAddress(uri, NONE)).toBeUndefined();
  });

  it.each(['https://tpp.example/a?b=c', 'https://tpp.example:443/', 'https://župa.example/'])(
    'but %s is used',
    (uri) => {
      expect(notificationAddress(uri, NONE)?.isPermitted).toBe(false);
    },
  );

  it('a sandbox permits hosts by name and port, not on other ports', () => {
    const permitted = permittedHosts({ SANDBOX: 'true', NOTIFICATION_PERMITTED_HOSTS: 'localhost:8090, [::1]:9000' });
    expect(notificationAddress('http://localhost:8090/a', permitted)?.isPermitted).toBe(true);
    expect(notificationAddress('http://[::1]:9000/a', permitted)?.isPermitted).toBe(true);
    expect(notificationAddress('http://localhost:27017/a', permitted)).toBeUndefined();
    expect(notificationAddress('http://localhost:8090@evil.example/', permitted)).toBeUndefined();
  });

  it('in production the service does not start if a host is permitted by name', () => {
    const hosts = { NOTIFICATION_PERMITTED_HOSTS: 'localhost:8090' };
    expect(() => permittedHosts({ SANDBOX: 'false', ...hosts })).toThrow('sandbox alone');
    expect(() => permittedHosts({ SANDBOX: 'true', NOTIFICATION_PERMITTED_HOSTS: 'localhost' })).toThrow('host:port');
  });
});

describe('a host is used only if all its addresses are public', () => {
  const PUBLIC = '93.184.216.34';

  it.each([
    ['https://127.0.0.1/', []],
    ['https://0x7f.1/', []],
    ['https://2130706433/', []],
    ['https://0177.0.0.1/', []],
    ['https://[::1]/', []],
    ['https://[::ffff:169.254.169.254]/', []],
    ['https://93.184.216.34/', []],
    ['https://nowhere.example/', []],
    ['https://inside.example/', ['10.0.0.1']],
    ['https://both.example/', [PUBLIC, '127.0.0.1']],
    ['https://both6.example/', [PUBLIC, '::1']],
    ['https://metadata.example/', ['169.254.169.254']],
    ['https://localhost/', ['127.0.0.1']],
  ])('%s with the addresses %j is not used', async (uri, addresses) => {
    await expect(publicAddressOf(new URL(uri), () => Promise.resolve(addresses))).rejects.toThrow(NotPermitted);
  });

  it('a single public address is used, and resolved once', async () => {
    const asked: string[] = [];
    const resolve = (host: string) => {
      asked.push(host);
      return Promise.resolve(asked.length === 1 ? [PUBLIC] : ['127.0.0.1']);
    };
    expect(await publicAddressOf(new URL('https://rebinding.example/'), resolve)).toBe(PUBLIC);
    expect(asked).toEqual(['rebinding.example']);
  });
});
