import {
  identifyPsu,
  type finishBankLogin as loginOperation,
  type finishBankSignIn as operation,
  type RequestOf,
  type ScaContent,
} from '@xs2a/contracts';
import { returnPsuAttempt, takePsuAttempt } from '../attempts/psu-attempts.ts';
import type { ScaContext } from '../context.ts';
import type { BankSignInResult } from '../identity-provider/identity-provider.ts';
import { createSignInFailure, type LoginReply } from '../login/login-reply.ts';
import { startLogin } from '../login/start-login.ts';
import type { KnownPsu } from '../psu/known-psu.ts';
import { acceptPsu } from '../redirect/authenticate-psu.ts';
import { claimByLink } from '../redirect/find-by-link.ts';
import { signInViewOf } from '../redirect/page-view.ts';
import type { StepReply } from '../redirect/step-reply.ts';
import { subjectOf, subjectOfPage } from './begin-bank-sign-in.ts';
import { finishProviderSignIn } from './provider-sign-in.ts';

/** Content that needs no code of its own. A payment does: it is bound to amount and payee (RTS 2018/389, Article 5). */
const MAY_BE_APPROVED_BY_SIGN_IN: readonly ScaContent['kind'][] = ['consent', 'fundsConsent'];

/**
 * Continues after the PSU's return from the bank's identity provider. As after a password, the second factor follows, unless the
 * sign-in was both factors.
 */
export async function finishBankSignIn(context: ScaContext, request: RequestOf<typeof operation>): Promise<StepReply> {
  const authorisation = await claimByLink(context, request.redirectReference);
  const result = await finishProviderSignIn(context, request, subjectOf(authorisation));
  if (typeof result === 'string') return { view: signInViewOf(context, authorisation, result) };
  const psu = await identify(context, result, authorisation.tppId);
  if (psu === 'bankSignInUnknown') return { view: signInViewOf(context, authorisation, psu) };
  const { language } = request;
  const { psuId, bothFactors } = result;
  const counts = bothFactors !== undefined && MAY_BE_APPROVED_BY_SIGN_IN.includes(authorisation.content.kind);
  return acceptPsu(context, authorisation, psu, { psuId, language, ...(counts && { bothFactors }) });
}

/**
 * As {@link finishBankSignIn}, for a page of the portal. A PSU who may not sign in there with a password may not sign in this way
 * either.
 */
export async function finishBankLogin(
  context: ScaContext,
  { page, language, ...answered }: RequestOf<typeof loginOperation>,
): Promise<LoginReply> {
  const result = await finishProviderSignIn(context, answered, subjectOfPage(page));
  if (typeof result === 'string') return createSignInFailure(result);
  const { psuId } = result;
  // The attempts at the second factor may be used up.
  if ((await takePsuAttempt(context, psuId)) === undefined) return createSignInFailure('signInClosed');
  await returnPsuAttempt(context, psuId);
  const psu = await identify(context, result);
  if (psu === 'bankSignInUnknown') return createSignInFailure(psu);
  return startLogin(context, { psuId, psu, language });
}

async function identify(
  { bus }: Pick<ScaContext, 'bus'>,
  { bothFactors: _, ...named }: Exclude<BankSignInResult, string>,
  tppId?: string,
): Promise<KnownPsu | 'blocked' | 'bankSignInUnknown'> {
  const psu = await bus.ask(identifyPsu, { ...named, ...(tppId !== undefined && { tppId }) });
  if (psu.known) return psu;
  return psu.blocked ? 'blocked' : 'bankSignInUnknown';
}
