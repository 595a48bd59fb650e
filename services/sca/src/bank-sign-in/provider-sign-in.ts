import type { Language } from '@xs2a/approvals';
import { Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { BankSignInResult, IdentityProvider } from '../identity-provider/identity-provider.ts';
import { signInSecrets } from '../identity-provider/sign-in-secrets.ts';
import { hashToken, newToken } from '../session/token.ts';

/** Time within which a PSU enters its credentials and returns. */
const SIGN_IN_MINUTES = 10;
const MS_PER_MINUTE = 60_000;

/** Redirect target for the browser, and the key that only the browser keeps. */
interface BegunSignIn {
  location: string;
  state: string;
  browserKey: string;
}

/** Begins a sign-in at the bank's identity provider for a subject. */
export async function beginProviderSignIn(
  context: ScaContext,
  subject: string,
  language: Language,
): Promise<BegunSignIn> {
  const { bankSignIns, now } = context;
  const [state, browserKey] = [newToken(), newToken()];
  const secrets = signInSecrets({ state, browserKey, subject });
  const location = await providerOf(context).location({ state, ...secrets, language });
  const at = now();
  const until = new Date(at.getTime() + SIGN_IN_MINUTES * MS_PER_MINUTE);
  await bankSignIns.insertOne({ _id: hashToken(state), browser: hashToken(browserKey), subject, at, until });
  return { location, state, browserKey };
}

/** Uses up the sign-in, then verifies the answer. An answer counts once, for the browser that asked, and for one subject. */
export async function finishProviderSignIn(
  context: ScaContext,
  { answer, browserKey }: { answer: string; browserKey: string },
  subject: string,
): Promise<BankSignInResult | 'bankSignInExpired'> {
  const provider = providerOf(context);
  const state = new URLSearchParams(answer).get('state') ?? '';
  const begun = await context.bankSignIns.findOneAndDelete({
    _id: hashToken(state),
    browser: hashToken(browserKey),
    subject,
    until: { $gt: context.now() },
  });
  if (begun === null) return 'bankSignInExpired';
  return provider.finish(answer, { state, ...signInSecrets({ state, browserKey, subject }) }, begun.at);
}

function providerOf({ identityProvider }: Pick<ScaContext, 'identityProvider'>): IdentityProvider {
  if (identityProvider === undefined) throw new Xs2aError('addressUnknown');
  return identityProvider;
}
