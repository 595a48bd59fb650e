import { type Language, methodUnknown } from '@xs2a/approvals';
import { type EventOf, type SCA_STATUS_MACHINE, type ScaMethod, type ScaStatus, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { CHALLENGES_MAX } from '../attempts/psu-challenges.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import { tppNameOf } from '../authorisation/tpp-name.ts';
import type { ScaContext } from '../context.ts';
import { isBuiltIn } from '../factors/built-in-methods.ts';
import { AUTHORISATIONS, type Authorisation, mustChoose } from '../model/authorisation.ts';
import { approachWith, isOfferedWith } from '../psu/approach-of-method.ts';
import { renewRedirectSession, type StepResult } from '../session/renew-redirect-session.ts';
import { brandMessage } from './brand-message.ts';
import { challengeBuiltInFactor } from './challenge-built-in-factor.ts';
import { challengePsu } from './challenge-psu.ts';
import { sendWithinLimits } from './send-within-limits.ts';
import { withdrawUnusedChallenge } from './withdraw-unused-challenge.ts';

const MS_PER_MINUTE = 60_000;

type Route = readonly EventOf<typeof SCA_STATUS_MACHINE>[];

/** The statuses in which a challenge may be sent, with the resulting transitions. */
const ROUTES: Record<'typed' | 'pushed', Partial<Record<ScaStatus, Route>>> = {
  typed: {
    psuAuthenticated: ['methodSelected'],
    scaMethodSelected: ['methodSelected'],
    // On the page the PSU went back to the choice of methods.
    started: ['authenticated', 'methodSelected'],
  },
  pushed: {
    psuIdentified: ['opened'],
    psuAuthenticated: ['opened'],
    scaMethodSelected: ['opened'],
    started: ['authenticated', 'opened'],
  },
};

/**
 * Sends a challenge for exactly this content, as a code or to the PSU's device. Earlier challenges no longer count. A device
 * makes the approach decoupled, except in a redirect. A passkey answers only on the bank's own page, and makes the approach a
 * redirect.
 */
export async function sendChallenge(
  context: ScaContext,
  authorisation: Authorisation,
  method: ScaMethod,
  language: Language,
): Promise<StepResult> {
  const { psu, scaStatus, scaApproach, scaMethods, contentHash } = authorisation;
  const isPushed = method.authenticationType === 'PUSH_OTP';
  const route = ROUTES[isPushed ? 'pushed' : 'typed'][scaStatus];
  if (psu === undefined || route === undefined) throw new Xs2aError('statusInvalid');
  if (!isOfferedWith(context.profile, scaApproach, method)) throw methodUnknown(offeredOf(context, authorisation));
  const { psuId } = psu;
  const text = brandMessage(context.profile, authorisation.content, tppNameOf(context, authorisation), language);
  const { offeredAccounts } = authorisation;
  const content = {
    authorisationId: authorisation._id,
    psuId,
    contentHash,
    text,
    language,
    ...(isPushed && mustChoose(authorisation) && { offeredAccounts }),
  };
  const reservation = {
    collection: context.authorisations,
    holder: authorisation,
    method,
    // A TPP that knows a PSU-ID must not keep a telephone ringing.
    limitedPsu: scaStatus === 'psuIdentified' ? psuId : undefined,
    max: CHALLENGES_MAX,
  };
  const challenged = await sendWithinLimits(context, reservation, (asked) =>
    isBuiltIn(method)
      ? challengeBuiltInFactor(context, { psuId, scaMethods }, method, asked.id)
      : challengePsu(context, method, content, asked),
  );
  if (challenged === null) return failWithTooMany(context, authorisation);
  const { asked, sent } = challenged;
  const at = context.now();
  const { set, session } = renewRedirectSession(authorisation, at);
  const next = approachWith(scaApproach, method);
  const waiting = await advance(AUTHORISATIONS, context.authorisations, authorisation, route, {
    at,
    by: scaStatus === 'psuIdentified' ? authorisation.tppId : 'psu',
    psuId,
    where: { contentHash },
    set: {
      ...set,
      ...sent,
      // No page lets the PSU ask again: without an answer in time the authorisation fails.
      ...(next === 'DECOUPLED' && {
        scaApproach: next,
        openUntil: sent.challenge.until,
        ...beforeDevice(authorisation),
      }),
      ...(next !== 'DECOUPLED' && scaApproach === 'DECOUPLED' && backFromDevice(authorisation)),
      ...(next === 'REDIRECT' && continuedOnPage(context, authorisation)),
    },
  });
  if (waiting === null) {
    // The authorisation ended while the bank was asked.
    await withdrawUnusedChallenge(context, authorisation._id, asked);
    throw new Xs2aError('statusConflict');
  }
  return { authorisation: waiting, ...(session !== undefined && { session }) };
}

/** Returns those of the PSU's methods with which the authorisation may continue. */
function offeredOf(
  { profile }: Pick<ScaContext, 'profile'>,
  { scaApproach, scaMethods = [] }: Pick<Authorisation, 'scaApproach' | 'scaMethods'>,
): ScaMethod[] {
  return scaMethods.filter((method) => isOfferedWith(profile, scaApproach, method));
}

/** Fields for a method that replaces the device: the PSU has the full time again. */
function beforeDevice({ scaApproach, openUntil, openUntilBeforeDevice }: Authorisation): Partial<Authorisation> {
  return { openUntilBeforeDevice: scaApproach === 'DECOUPLED' ? openUntilBeforeDevice : openUntil };
}

/** Fields for a code that replaces an approval on the device. */
function backFromDevice({ openUntilBeforeDevice }: Authorisation): Partial<Authorisation> {
  return { scaApproach: 'EMBEDDED', ...(openUntilBeforeDevice && { openUntil: openUntilBeforeDevice }) };
}

/** The TPP receives the link only now, so its lifetime starts here. */
function continuedOnPage(
  { profile, now }: Pick<ScaContext, 'profile' | 'now'>,
  { scaApproach }: Authorisation,
): Partial<Authorisation> {
  if (scaApproach === 'REDIRECT') return {};
  const linkUntil = new Date(now().getTime() + profile.limits.redirectLinkMinutes * MS_PER_MINUTE);
  return { scaApproach: 'REDIRECT', continuesOnPage: true, linkUntil };
}

async function failWithTooMany(context: ScaContext, authorisation: Authorisation): Promise<StepResult> {
  const ended = await endAuthorisation(context, authorisation, 'failed');
  if (ended === null) throw new Xs2aError('statusConflict');
  return ended;
}
