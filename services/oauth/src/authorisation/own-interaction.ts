import { Xs2aError } from '@xs2a/contracts';
import type { Interaction } from 'oidc-provider';
import type { OAuthContext } from '../context.ts';
import { COOKIES } from '../server/authorisation-server.ts';

/** Returns the authorisation request of this browser. A link from another browser is refused. */
export async function ownInteraction({ server }: OAuthContext, uid: string, cookies: string): Promise<Interaction> {
  const isOwn = hasCookie(cookies, 'interaction', uid);
  const interaction = isOwn ? await server().Interaction.find(uid) : undefined;
  if (interaction === undefined || interaction.result !== undefined) throw new Xs2aError('redirectLinkUnknown');
  return interaction;
}

/** Whether the request began in this browser. */
export function hasCookie(cookies: string, name: keyof typeof COOKIES, uid: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim() === `${COOKIES[name]}=${uid}`);
}
