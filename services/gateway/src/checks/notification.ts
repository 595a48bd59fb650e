import { NotificationContent, type NotificationWish, notificationAddress } from '@xs2a/contracts';
import { type Call, headerOf } from '../call.ts';
import type { House } from '../request-checks.ts';
import { isInDomainOf } from './own-domains.ts';

/** A URI cut short would be another one. */
const CHARACTERS_MAX = 2_048;

/**
 * Whether and of what the TPP will be told where it asks for that (decision 27). An address that is not of its own
 * domain, or none that is called, is no error: the answer says that it will not be told.
 */
export function notification(call: Call, { profile, permittedHosts }: House): void {
  const uri = headerOf(call, 'tpp-notification-uri');
  const offered = profile.notifications.contents;
  if (uri === undefined || offered.length === 0) return;
  const contents = preferredBy(call).filter((content) => offered.includes(content));
  const isTold = contents.length > 0 && uri.length <= CHARACTERS_MAX && isOfTpp(call, uri, permittedHosts);
  call.notification = isTold ? { uri, contents } : 'refused';
}

/** No preference means the last status. */
function preferredBy(call: Call): NotificationWish['contents'] {
  const preferred = headerOf(call, 'tpp-notification-content-preferred')?.slice('status='.length).split(',');
  return NotificationContent.options.filter((content) => (preferred ?? ['LAST']).includes(content));
}

/** Its host is named in the web certificate of the TPP (decision 27), or by the operator of a sandbox. */
function isOfTpp({ certificate }: Call, uri: string, permitted: ReadonlySet<string>): boolean {
  const address = notificationAddress(uri, permitted);
  if (address === undefined) return false;
  return address.isPermitted || (certificate !== undefined && isInDomainOf(certificate, address.url.href));
}

/** Says what the check found: absent where the TPP did not ask or the bank does not offer it (decision 27). */
export function announceNotification({ notification: found, res }: Call): void {
  if (found === undefined) return;
  res?.setHeader('ASPSP-Notification-Support', String(found !== 'refused'));
  if (found !== 'refused') res?.setHeader('ASPSP-Notification-Content', `status=${found.contents.join(',')}`);
}
