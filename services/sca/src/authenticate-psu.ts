import {
  type AccountReference,
  type authenticatePsu as operation,
  type PsuAccount,
  type RequestOf,
  refersTo,
  type ScaContent,
  type ScaProblem,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, toRefusal } from '@xs2a/service-kit';
import { giveBackAttempt, takeAttempt } from './attempts.ts';
import { AUTHORISATIONS, type Authorisation } from './authorisation.ts';
import { endAuthorisation } from './end-authorisation.ts';
import { findByLink } from './find-authorisation.ts';
import { judgeCredentials, type KnownPsu, namesOf, typedMethods } from './judge-credentials.ts';
import { nameAccounts, withoutNamedAccounts } from './name-accounts.ts';
import type { ScaRoom } from './room.ts';
import { signInViewOf } from './sca-view.ts';
import { sendCode } from './send-code.ts';
import { renewedSession } from './session-token.ts';
import { type Stepped, stayed, stepped } from './step.ts';

/**
 * First factor on the redirect page. A PSU with one method and no accounts to choose gets its code at once. One who
 * signed in before and lost the session goes on where it stood.
 */
export async function authenticatePsu(room: ScaRoom, request: RequestOf<typeof operation>): Promise<Stepped> {
  const found = await findByLink(room, request.redirectReference);
  const authorisation = await takeAttempt(room, found);
  if (authorisation === null) throw new Xs2aError('redirectLinkUnknown');
  const psu = await judge(room, authorisation, request);
  if (psu === undefined) return refused(room, authorisation);
  const problem = obstacle(authorisation, psu, request.psuId);
  if (problem !== undefined) {
    return { view: signInViewOf(room, await giveBackAttempt(room, authorisation), problem) };
  }
  if (authorisation.psu !== undefined) return stayed(room, await giveBackAttempt(room, authorisation));
  const { token, authenticated } = await authenticate(room, authorisation, psu, request);
  const methods = authenticated.scaMethods ?? [];
  const [onlyMethod] = methods;
  if (onlyMethod === undefined) return endWithoutMethod(room, authenticated, token);
  const choosesAccounts = authenticated.offeredAccounts !== undefined;
  if (methods.length > 1 || choosesAccounts) return stepped(room, authenticated, token);
  try {
    return await sendCode(room, authenticated, onlyMethod, request.language);
  } catch (error) {
    if (toRefusal(error).refusal.status < 500) throw error;
    // The code could not be sent now: the PSU asks for it on the next page.
    return stepped(room, authenticated, token);
  }
}

/** A PSU without any method cannot authorise (field guide 1.3). */
async function endWithoutMethod(room: ScaRoom, authorisation: Authorisation, token: string): Promise<Stepped> {
  const ended = await endAuthorisation(room, authorisation, 'failed');
  return ended === null ? stepped(room, authorisation, token) : stepped(room, ended.authorisation, ended.session);
}

async function judge(
  room: ScaRoom,
  authorisation: Authorisation,
  request: RequestOf<typeof operation>,
): Promise<KnownPsu | undefined> {
  try {
    return await judgeCredentials(room, request);
  } catch (error) {
    await giveBackAttempt(room, authorisation);
    throw error;
  }
}

async function refused(room: ScaRoom, authorisation: Authorisation): Promise<Stepped> {
  if (authorisation.failures < room.profile.limits.wrongCredentialsMax) {
    return { view: signInViewOf(room, authorisation, 'credentialsInvalid') };
  }
  const ended = await endAuthorisation(room, authorisation, 'failed');
  if (ended === null) throw new Xs2aError('redirectLinkUnknown');
  return stepped(room, ended.authorisation, ended.session);
}

/** Why this PSU, though authenticated, cannot approve this content. */
function obstacle(authorisation: Authorisation, psu: KnownPsu, psuId: string): ScaProblem | undefined {
  const { namedPsu, content, psu: signedIn } = authorisation;
  if ([namedPsu, signedIn].some((expected) => expected !== undefined && expected.psuId !== psuId))
    return 'otherPsuExpected';
  const requested = withoutNamedAccounts(content);
  if (requested.kind === 'consent' && requested.model !== 'detailed' && psu.accounts.length === 0)
    return 'accountsNotOfPsu';
  const concerned = accountsOf(requested).map((reference) =>
    psu.accounts.find((account) => covers(reference, account)),
  );
  if (concerned.includes(undefined)) return 'accountsNotOfPsu';
  return authorisation.signedBy.includes(psuId) ? 'signedAlready' : undefined;
}

function accountsOf(content: ScaContent): AccountReference[] {
  switch (content.kind) {
    case 'consent':
      return content.grants.map(({ account }) => account);
    case 'fundsConsent':
      return content.accounts;
    case 'payment':
    case 'periodicPayment':
      return [content.debtorAccount];
    case 'bulkPayment':
      return content.debtorAccounts;
    case 'cancellation':
      return accountsOf(content.payment);
    case 'basket':
      return content.members.flatMap(accountsOf);
  }
}

function covers(reference: AccountReference, account: PsuAccount): boolean {
  return refersTo(reference, { ...account.reference, currency: account.currency });
}

async function authenticate(
  room: ScaRoom,
  authorisation: Authorisation,
  psu: KnownPsu,
  { psuId }: RequestOf<typeof operation>,
): Promise<{ token: string; authenticated: Authorisation }> {
  const at = room.now();
  const { token, session } = renewedSession(authorisation, at);
  const named = nameAccounts(authorisation, psu.accounts);
  const concerned = accountsOf(named.content).flatMap((reference) =>
    psu.accounts.filter((account) => covers(reference, account)),
  );
  const authenticated = await advance(AUTHORISATIONS, room.authorisations, authorisation, 'authenticated', {
    at,
    by: 'psu',
    set: {
      ...named,
      session,
      psu: { psuId, name: psu.name, ...(psu.corporateId !== undefined && { corporateId: psu.corporateId }) },
      accountNames: namesOf(concerned),
      signaturesNeeded: Math.max(1, ...concerned.map(({ signaturesNeeded }) => signaturesNeeded)),
      scaMethods: typedMethods(psu),
    },
    inc: { failures: -1 },
  });
  if (authenticated === null) throw new Xs2aError('redirectLinkUnknown');
  return { token, authenticated };
}
