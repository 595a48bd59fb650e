import { NotificationContent, type NotificationWish, notificationAddress } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import { type Call, headerOf } from '../../request/call.ts';
import { isInDomainOf } from './own-domains.ts';

/** A longer address is refused, not cut. */
const CHARACTERS_MAX = 2_048;

/**
 * Decides which status notifications the TPP gets, if it asks for some (decision 27). An unusable address or one outside the
 * TPP's own domains is not an error: the answer says that there will be no notifications.
 */
export function notification(
  call: Call,
  { profile, permittedHosts }: Pick<GatewayContext, 'profile' | 'permittedHosts'>,
): void {
  const uri = headerOf(call, 'tpp-notification-uri');
  const offered = profile.notifications.contents;
  if (uri === undefined || offered.length === 0) return;
  const contents = preferredBy(call).filter((content) => offered.includes(content));
  const isAccepted = contents.length > 0 && uri.length <= CHARACTERS_MAX && isOfTpp(call, uri, permittedHosts);
  call.notification = isAccepted ? { uri, contents } : 'refused';
}

/** Without a preference the TPP gets the last status. */
function preferredBy(call: Call): NotificationWish['contents'] {
  const preferred = headerOf(call, 'tpp-notification-content-preferred')?.slice('status='.length).split(',');
  return NotificationContent.options.filter((content) => (preferred ?? ['LAST']).includes(content));
}

/** Whether the TPP's web certificate names the host, or the operator of a sandbox permits it. */
function isOfTpp({ certificate }: Call, uri: string, permitted: ReadonlySet<string>): boolean {
  const address = notificationAddress(uri, permitted);
  if (address === undefined) return false;
  return address.isPermitted || (certificate !== undefined && isInDomainOf(certificate, address.url.href));
}
