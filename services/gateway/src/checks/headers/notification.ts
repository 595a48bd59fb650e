import { NotificationContent, type NotificationWish, notificationAddress } from '@xs2a/contracts';
import type { GatewayContext } from '../../context.ts';
import { type Call, headerOf, warn } from '../../request/call.ts';
import { isInDomainOf } from './redirect-domains.ts';

/** A longer address is refused, not truncated. A longer list of contents is read up to this length. */
const CHARACTERS_MAX = 2_048;
const CONTENT = 'TPP-Notification-Content-Preferred';
const UNUSABLE_URI =
  'is not taken, and nothing will be sent: it must begin with https://, have the port 443, and a host of the certificate of the TPP';

/**
 * Decides on the status notifications that the TPP asks for (decision 27). An unusable address, or one outside the TPP's own
 * domains, is no error: the answer says that there will be no notifications.
 */
export function notification(
  call: Call,
  { profile, permittedHosts }: Pick<GatewayContext, 'profile' | 'permittedHosts'>,
): void {
  const uri = headerOf(call, 'tpp-notification-uri');
  const offered = profile.notifications.contents;
  if (uri === undefined || offered.length === 0) return;
  const contents = preferredContents(call).filter((content) => offered.includes(content));
  const isAccepted = contents.length > 0 && uri.length <= CHARACTERS_MAX && isPermittedHost(call, uri, permittedHosts);
  call.notification = isAccepted ? { uri, contents } : 'refused';
  if (!isAccepted && contents.length > 0) warn(call, 'TPP-Notification-URI', UNUSABLE_URI);
}

/**
 * Returns the TPP's preferred contents from any notation: with blanks, in several lines, in lower case. Without a valid
 * preference only the final status is sent, with a warning.
 */
function preferredContents(call: Call): NotificationWish['contents'] {
  const sent = headerOf(call, CONTENT.toLowerCase());
  if (sent === undefined) return ['LAST'];
  const words = valuesIn(sent);
  const known = NotificationContent.options.filter((content) => words.includes(content));
  const contents: NotificationWish['contents'] = known.length > 0 ? known : ['LAST'];
  if (words.some((word) => !NotificationContent.safeParse(word).success) || known.length === 0) {
    const text = `not all of it was understood: it is status= with ${NotificationContent.options.join(', ')}`;
    warn(call, CONTENT, `${text}; taken as ${contents.join(', ')}`);
  }
  return contents;
}

/** Returns the values of `status=SCA,PROCESS`. Several lines of the header arrive joined with commas. */
function valuesIn(sent: string): string[] {
  const parts = sent.slice(0, CHARACTERS_MAX).split(/[,;=\s]/);
  return parts.map((part) => part.toUpperCase()).filter((word) => word !== '' && word !== 'STATUS');
}

/** Whether the TPP's web certificate names the host, or the sandbox operator permits it. */
function isPermittedHost({ certificate }: Call, uri: string, permitted: ReadonlySet<string>): boolean {
  const address = notificationAddress(uri, permitted);
  if (address === undefined) return false;
  return address.isPermitted || (certificate !== undefined && isInDomainOf(certificate, address.url.href));
}
