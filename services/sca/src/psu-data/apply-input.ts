import { type Language, methodUnknown } from '@xs2a/approvals';
import { type PsuData, type ScaInput, type ScaProblem, Xs2aError } from '@xs2a/contracts';
import type { AttemptId } from '../attempts/attempt-of-form.ts';
import { openSessionOf, psuOfToken, takeOverFirstFactor } from '../authentication/take-over-first-factor.ts';
import { sendChallenge } from '../challenges/send-challenge.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, hasAuthenticated } from '../model/authorisation.ts';
import { obstacleError } from '../psu/obstacle-error.ts';
import { chooseDebtorAccount } from './choose-debtor-account.ts';
import { confirmByToken, confirmRedirect } from './confirm-redirect.ts';
import { enterCode } from './enter-code.ts';
import { enterPassword } from './enter-password.ts';
import { identifyPsu } from './identify-psu.ts';
import { expectedPsu } from './named-psu.ts';
import { mayPick, selectMethodBeforeApproach } from './select-method-before-approach.ts';

/** Input that a TPP sends on the PSU's behalf. */
export interface TppInput extends AttemptId {
  readonly input: ScaInput;
  readonly psu: PsuData | undefined;
  readonly language: Language;
}

/** Applies permitted input to an authorisation. Refuses a PSU who has approved by another authorisation (decision 21). */
export async function applyInput(
  context: ScaContext,
  authorisation: Authorisation,
  sent: TppInput,
): Promise<Authorisation> {
  const applied = await apply(context, authorisation, sent);
  if (applied.signedAlready) throw new Xs2aError('signedAlready');
  return applied;
}

async function apply(
  context: ScaContext,
  authorisation: Authorisation,
  { input, psu, language, attemptId, isNotedWhenTaken }: TppInput,
): Promise<Authorisation> {
  switch (input.kind) {
    case 'identification':
      return identify(context, authorisation, { psu, language });
    case 'authentication':
      return enterPassword(
        context,
        authorisation,
        { psu, password: input.password, language, attemptId, isNotedWhenTaken },
        'updatePsuAuthentication',
      );
    case 'encryptedAuthentication':
      return enterPassword(
        context,
        authorisation,
        {
          psu,
          password: await context.passwordKeys.decrypt(input.encryptedPassword),
          language,
          attemptId,
          isNotedWhenTaken,
        },
        'updateEncryptedPsuAuthentication',
      );
    case 'methodSelection':
      if (mayPick(authorisation, input.authenticationMethodId)) {
        const picked = await selectMethodBeforeApproach(context, authorisation, input.authenticationMethodId, psu);
        return continueAfterPick(context, picked, { psu, language });
      }
      return hasAuthenticated(authorisation)
        ? selectMethodForPsu(context, authorisation, input.authenticationMethodId, language)
        : identifyPsu(context, authorisation, {
            psu,
            language,
            authenticationMethodId: input.authenticationMethodId,
          });
    case 'accountSelection':
      return chooseDebtorAccount(context, authorisation, input.debtorAccount, language);
    case 'transactionAuthorisation':
      return enterCode(context, authorisation, input.scaAuthenticationData, attemptId);
    case 'confirmation':
      return confirmRedirect(context, authorisation, input.confirmationCode);
    case 'confirmationByToken':
      return confirmByToken(context, authorisation);
  }
}

/**
 * Identifies the PSU by its PSU-ID alone or, in the embedded approach, by the first factor that its access token stands for
 * (decision 97).
 */
async function identify(
  context: ScaContext,
  authorisation: Authorisation,
  { psu, language }: Pick<TppInput, 'psu' | 'language'>,
): Promise<Authorisation> {
  const isOpen = authorisation.methodsToChoose !== undefined;
  const authenticated = authorisation.scaApproach === 'EMBEDDED' && !isOpen ? psuOfToken(context, psu) : undefined;
  const named = authenticated && expectedPsu(authorisation, authenticated);
  const taken = named && (await takeOverFirstFactor(context, authorisation, named, language, refuseIn(authorisation)));
  if (taken !== undefined) return taken.authorisation;
  return authorisation.scaStatus === 'psuIdentified' && named !== undefined
    ? authorisation
    : identifyPsu(context, authorisation, { psu, language });
}

/** Continues after a method was picked, which decides the approach. A named PSU is identified at once, except in a redirect. */
async function continueAfterPick(
  context: ScaContext,
  picked: Authorisation,
  { psu, language }: Pick<TppInput, 'psu' | 'language'>,
): Promise<Authorisation> {
  const { scaApproach, scaStatus, namedPsu } = picked;
  if (scaApproach === 'REDIRECT') return picked;
  const ofToken = psuOfToken(context, psu);
  const authenticated = ofToken ?? psuOfSession(context, picked, psu);
  if (authenticated !== undefined && scaApproach === 'DECOUPLED')
    return identifyPsu(context, picked, { psu: authenticated, language });
  const refuse = ofToken && refuseIn(picked);
  const taken = authenticated && (await takeOverFirstFactor(context, picked, authenticated, language, refuse));
  if (taken !== undefined) return taken.authorisation;
  if (psu === undefined && namedPsu === undefined) return picked;
  if (scaApproach === 'EMBEDDED' && scaStatus === 'psuIdentified') return picked;
  return identifyPsu(context, picked, { psu, language });
}

/** The PSU of an access token learns the reason at once, as after its password: it has nothing else to show. */
function refuseIn(authorisation: Authorisation): (problem: ScaProblem) => never {
  return (problem) => {
    throw obstacleError(problem, authorisation);
  };
}

/**
 * Returns the PSU of the session of a consent, unless the TPP names a PSU only now: comparing the two would reveal who signed in
 * (decision 80).
 */
function psuOfSession(context: ScaContext, picked: Authorisation, psu: PsuData | undefined): PsuData | undefined {
  const isNamedOnlyNow = psu !== undefined && psu.psuId !== picked.namedPsu?.psuId;
  return picked.scaStatus !== 'received' || isNamedOnlyNow ? undefined : openSessionOf(context, picked)?.psu;
}

async function selectMethodForPsu(
  context: ScaContext,
  authorisation: Authorisation,
  authenticationMethodId: string,
  language: Language,
): Promise<Authorisation> {
  const method = authorisation.scaMethods?.find((offered) => offered.authenticationMethodId === authenticationMethodId);
  if (method === undefined) throw methodUnknown(authorisation.scaMethods);
  return (await sendChallenge(context, authorisation, method, language)).authorisation;
}
