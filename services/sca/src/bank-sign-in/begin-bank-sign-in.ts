import { type beginBankSignIn as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { IdentityProvider } from '../identity-provider/identity-provider.ts';
import { waySecrets } from '../identity-provider/way-secrets.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findByLink } from '../redirect/find-by-link.ts';
import { hashToken, newToken } from '../session/token.ts';

/** A PSU enters its credentials and comes back within this time. */
const WAY_MINUTES = 10;
const MS_PER_MINUTE = 60_000;

/** Sends the PSU of a link to the bank's identity provider. */
export async function beginBankSignIn(
  context: ScaContext,
  { redirectReference, language }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { bankSignIns, now } = context;
  const provider = providerOf(context);
  const subject = subjectOf(await findByLink(context, redirectReference));
  const [state, browserKey] = [newToken(), newToken()];
  const location = await provider.location({ state, ...waySecrets({ state, browserKey, subject }), language });
  const at = now();
  const until = new Date(at.getTime() + WAY_MINUTES * MS_PER_MINUTE);
  await bankSignIns.insertOne({ _id: hashToken(state), browser: hashToken(browserKey), subject, at, until });
  return { location, state, browserKey };
}

/** The authorisation, and what its TPP asked for: an answer for another one has another nonce. */
export function subjectOf({ _id, requestedHash }: Pick<Authorisation, '_id' | 'requestedHash'>): string {
  return `${_id}.${requestedHash}`;
}

export function providerOf({ identityProvider }: Pick<ScaContext, 'identityProvider'>): IdentityProvider {
  if (identityProvider === undefined) throw new Xs2aError('addressUnknown');
  return identityProvider;
}
