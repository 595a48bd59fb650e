import { identifyPsu, type finishBankSignIn as operation, type RequestOf } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { BankSignInResult } from '../identity-provider/identity-provider.ts';
import { waySecrets } from '../identity-provider/way-secrets.ts';
import type { KnownPsu } from '../psu/known-psu.ts';
import { acceptPsu } from '../redirect/authenticate-psu.ts';
import { takeByLink } from '../redirect/find-by-link.ts';
import { signInViewOf } from '../redirect/page-view.ts';
import type { StepReply } from '../redirect/step-reply.ts';
import { hashToken } from '../session/token.ts';
import { providerOf, subjectOf } from './begin-bank-sign-in.ts';

/** The PSU is back from the bank's identity provider. As after a password, the second factor follows. */
export async function finishBankSignIn(context: ScaContext, request: RequestOf<typeof operation>): Promise<StepReply> {
  const authorisation = await takeByLink(context, request.redirectReference);
  const result = await takeAnswer(context, request, subjectOf(authorisation));
  if (typeof result === 'string') return { view: signInViewOf(context, authorisation, result) };
  const psu = await identify(context, result, authorisation.tppId);
  if (psu === 'bankSignInUnknown') return { view: signInViewOf(context, authorisation, psu) };
  const { language } = request;
  return acceptPsu(context, authorisation, psu, { psuId: result.psuId, language });
}

/** Uses the attempt up, and then verifies the answer: it counts once, for the browser that asked, for one subject. */
async function takeAnswer(
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
  return provider.finish(answer, { state, ...waySecrets({ state, browserKey, subject }) }, begun.at);
}

async function identify(
  { bus }: Pick<ScaContext, 'bus'>,
  named: Exclude<BankSignInResult, string>,
  tppId: string,
): Promise<KnownPsu | 'blocked' | 'bankSignInUnknown'> {
  const psu = await bus.ask(identifyPsu, { ...named, tppId });
  if (psu.known) return psu;
  return psu.blocked ? 'blocked' : 'bankSignInUnknown';
}
