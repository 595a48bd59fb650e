/** Settings that permit notification addresses that are not public. */
interface PermittedHostsConfig {
  readonly SANDBOX: 'true' | 'false';
  readonly NOTIFICATION_PERMITTED_HOSTS: string;
}

/** Returns the receivers permitted by name, as `host:port`; empty outside a sandbox. */
export function permittedHosts({ SANDBOX, NOTIFICATION_PERMITTED_HOSTS }: PermittedHostsConfig): ReadonlySet<string> {
  const hosts = NOTIFICATION_PERMITTED_HOSTS.split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  if (hosts.length > 0 && SANDBOX !== 'true')
    throw new Error('NOTIFICATION_PERMITTED_HOSTS is for the sandbox alone; a bank tells TPPs at public addresses');
  const wrong = hosts.find((host) => !/^([a-z0-9.-]+|\[[0-9a-f:]+\]):[0-9]{1,5}$/.test(host));
  if (wrong !== undefined) throw new Error('NOTIFICATION_PERMITTED_HOSTS: each must be host:port');
  return new Set(hosts);
}

/**
 * Validates a TPP-Notification-URI: https on its default port, or a host permitted by name. Undefined for anything else. Whether
 * the host resolves to a public address is checked when it is called.
 */
export function notificationAddress(
  uri: string,
  permitted: ReadonlySet<string>,
): { readonly url: URL; readonly isPermitted: boolean } | undefined {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username !== '' || url.password !== '' || url.hostname === '' || url.hostname.endsWith('.')) return undefined;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const isPermitted = permitted.has(`${url.hostname}:${port}`);
  return isPermitted || (url.protocol === 'https:' && port === '443') ? { url, isPermitted } : undefined;
}
