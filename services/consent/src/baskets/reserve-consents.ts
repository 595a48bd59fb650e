import {
  abandonAuthorisations,
  isSamePsu,
  type reserveConsents as operation,
  type PsuData,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { bankDay, hasOpen, outboxEntry } from '@xs2a/service-kit';
import type { ConsentContext } from '../context.ts';
import { contentOfConsent } from '../model/approved-content.ts';
import { CONSENTS, type Consent } from '../model/consent.ts';

type Request = RequestOf<typeof operation>;

/** A signing basket takes consents in, all or none; what was open of them fails. Repeated, it answers the same. */
export async function reserveConsents(context: ConsentContext, request: Request): Promise<ReplyOf<typeof operation>> {
  const { basketId, consentIds } = request;
  const reserved = await context.database.transaction(async (session) => {
    const found = await context.consents.find({ _id: { $in: consentIds } }, { session }).toArray();
    const members = consentIds.map((id, place) => member(context, request, found, id, `consentIds[${place}]`));
    const at = context.now();
    for (const consent of members.filter((candidate) => candidate.basketId === undefined)) {
      const parent = { kind: 'consent', id: consent._id } as const;
      const outbox = hasOpen(consent) ? [outboxEntry(abandonAuthorisations, { parent }, at)] : [];
      await context.consents.updateOne(
        { _id: consent._id },
        { $set: { basketId }, $push: { outbox: { $each: outbox } } },
        { session },
      );
    }
    return members;
  });
  for (const { _id } of reserved) {
    const stored = await context.consents.findOne({ _id }, { projection: { outbox: 1 } });
    if (stored !== null) void context.outbox.deliver(CONSENTS, stored);
  }
  const told = reserved.map(({ signaturesNeeded }) => signaturesNeeded);
  const psu = psuOf(reserved, request.psu);
  return {
    members: reserved.map((consent) => ({ id: consent._id, content: contentOfConsent(consent, 'asked') })),
    ...(psu && { psu }),
    ...(!told.includes(undefined) && { signaturesNeeded: Math.max(1, ...told.map((needed) => needed ?? 1)) }),
  };
}

/** The consent with this id, or why it cannot be a member. Foreign and unknown are one answer. */
function member(
  { now, profile }: ConsentContext,
  request: Request,
  found: Consent[],
  id: string,
  path: string,
): Consent {
  const consent = found.find(({ _id }) => _id === id);
  if (consent?.tppId !== request.tpp.id) throw new Xs2aError('referencedResourceUnknown', { path });
  if (consent.basketId === request.basketId) return consent;
  if (consent.consentStatus !== 'received') throw new Xs2aError('basketMemberAuthorised', { path });
  if (consent.validUntil < bankDay(now(), profile)) throw new Xs2aError('referencedResourceExpired', { path });
  if (consent.basketId !== undefined) throw new Xs2aError('resourceBlocked', { path });
  if (consent.model !== 'detailed') {
    throw new Xs2aError('basketMixInvalid', { path, text: 'a consent in a basket must name its accounts' });
  }
  return consent;
}

/** The PSU that basket and members name; they must not name different ones. */
function psuOf(members: readonly Consent[], psu: PsuData | undefined): PsuData | undefined {
  const named = [psu, ...members.map(({ namedPsu }) => namedPsu)].filter((one) => one !== undefined);
  const [first] = named;
  if (first !== undefined && named.some((other) => !isSamePsu(first, other))) {
    throw new Xs2aError('basketMixInvalid', { path: 'consentIds', text: 'the members are of different PSUs' });
  }
  return first;
}
