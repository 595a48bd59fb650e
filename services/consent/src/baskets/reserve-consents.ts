import { failOpenAuthorisations, refuseAccountOfOtherPsu } from '@xs2a/approvals';
import {
  isSamePsu,
  type reserveConsents as operation,
  type PsuData,
  psuNameOf,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';
import { storedConsentContent } from '../model/approved-content.ts';
import { CONSENTS, type Consent } from '../model/consent.ts';
import { effectiveStatus } from '../model/effective-status.ts';

type Request = RequestOf<typeof operation>;

/**
 * Reserves consents for a signing basket, all of them or none, and fails their open authorisations. May be repeated: the answer
 * is the same.
 */
export async function reserveConsents(context: ConsentContext, request: Request): Promise<ReplyOf<typeof operation>> {
  const { basketId, consentIds } = request;
  await refuseAccountsOfOtherPsu(context, request);
  const { members, psu } = await context.database.transaction(async (session) => {
    const found = await context.consents.find({ _id: { $in: consentIds } }, { session }).toArray();
    const all = consentIds.map((id, index) => memberOf(context, request, found, id, `consentIds[${index}]`));
    const ofAll = psuOf(all, request.psu);
    const at = context.now();
    for (const consent of all.filter((candidate) => candidate.basketId === undefined)) {
      const abandoned = failOpenAuthorisations(consent, { kind: 'consent', id: consent._id }, at);
      await context.consents.updateOne(
        { _id: consent._id },
        { $set: { ...abandoned.set, basketId }, $push: { outbox: { $each: abandoned.outbox } } },
        { session },
      );
    }
    return { members: all, psu: ofAll };
  });
  for (const { _id } of members) {
    const stored = await context.consents.findOne({ _id }, { projection: { outbox: 1 } });
    if (stored !== null) void context.outbox.deliver(CONSENTS, stored);
  }
  const signaturesNeeded = signaturesNeededFor(members);
  return {
    members: members.map((consent) => ({ id: consent._id, content: storedConsentContent(consent, 'asked') })),
    ...(psu && { psu }),
    ...(signaturesNeeded !== undefined && { signaturesNeeded }),
  };
}

/** Refuses consents of a PSU other than that of the access token, the only one that may approve the basket (decision 97). */
async function refuseAccountsOfOtherPsu(context: ConsentContext, request: Request): Promise<void> {
  const { tpp, psu, consentIds, basketId } = request;
  if (psu?.authenticatedUntil === undefined) return;
  const ofTpp = { _id: { $in: consentIds }, tppId: tpp.id, basketId: { $ne: basketId } };
  for (const consent of await context.consents.find(ofTpp).toArray()) {
    await refuseAccountOfOtherPsu(context, request, storedConsentContent(consent, 'asked'));
  }
}

/** Returns the consent with this id. Refuses one that cannot be a member; a consent of another TPP is treated as unknown. */
function memberOf(
  { now, profile }: ConsentContext,
  request: Request,
  found: Consent[],
  id: string,
  path: string,
): Consent {
  const consent = found.find(({ _id }) => _id === id);
  if (consent?.tppId !== request.tpp.id) {
    throw new Xs2aError('referencedResourceUnknown', {
      path,
      text: 'names no consent of this TPP: use the consentId returned by the creation',
    });
  }
  if (consent.basketId === request.basketId) return consent;
  const consentStatus = effectiveStatus(consent, now(), profile);
  if (consentStatus === 'expired') throw new Xs2aError('referencedResourceExpired', { path });
  if (consentStatus !== 'received') {
    const text = `names a consent that can no longer be grouped: its consentStatus is ${consentStatus}`;
    throw new Xs2aError('basketMemberAuthorised', { path, text });
  }
  if (consent.basketId !== undefined) throw new Xs2aError('resourceBlocked', { path });
  if (consent.model !== 'detailed') {
    throw new Xs2aError('basketMixInvalid', { path, text: 'a consent in a basket must name its accounts' });
  }
  return consent;
}

/** Returns the PSU that the basket and its members name. Refuses different ones. */
function psuOf(members: readonly Consent[], psu: PsuData | undefined): PsuData | undefined {
  const ofMembers = members.map(({ namedPsu }) => namedPsu && psuNameOf(namedPsu));
  const named = [psu, ...ofMembers].filter((one) => one !== undefined);
  const [first] = named;
  if (first !== undefined && named.some((other) => !isSamePsu(first, other))) {
    throw new Xs2aError('basketMixInvalid', { path: 'consentIds', text: 'the members are of different PSUs' });
  }
  return first;
}

/** Returns the highest number of signatures that a member needs; undefined while it is unknown for one of them. */
function signaturesNeededFor(members: readonly Consent[]): number | undefined {
  let most = 1;
  for (const { signaturesNeeded } of members) {
    if (signaturesNeeded === undefined) return undefined;
    most = Math.max(most, signaturesNeeded);
  }
  return most;
}
