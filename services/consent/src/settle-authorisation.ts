import { CONSENT_STATUS_MACHINE, type ConsentStatus, type Settlement, step, Xs2aError } from '@xs2a/contracts';
import { advance, bankDay, isDuplicateKey } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { CONSENTS, type Consent } from './consent.ts';
import { accessWith } from './grants.ts';
import type { ConsentRoom } from './room.ts';

const ATTEMPTS_MAX = 5;

/**
 * sca tells how an authorisation ended; idempotent by its id. With the last needed approval the consent becomes valid
 * and, in the same transaction, an earlier recurring consent of this PSU and TPP expires (interface 4.2 rule 1).
 */
export async function settleAuthorisation(
  room: ConsentRoom,
  settlement: Settlement,
): Promise<{ consentStatus: ConsentStatus }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const consent = await room.consents.findOne({ _id: settlement.parent.id, contentHash: settlement.contentHash });
    const authorisation = consent?.authorisations.find(({ id }) => id === settlement.authorisationId);
    if (consent === null || authorisation === undefined) throw new Xs2aError('authorisationUnknown');
    const event = settlement.outcome === 'failed' ? 'refused' : 'authorised';
    const possible = step(CONSENT_STATUS_MACHINE, consent.consentStatus, event) !== undefined;
    // Told before, or the consent ended on another way meanwhile: nothing changes.
    if (authorisation.outcome !== undefined || !possible) return { consentStatus: consent.consentStatus };
    const settled = await (event === 'refused'
      ? refuse(room, consent, settlement)
      : authorise(room, consent, settlement));
    if (settled !== null) return { consentStatus: settled.consentStatus };
  }
  throw new Xs2aError('serviceUnavailable');
}

function refuse(room: ConsentRoom, consent: Consent, settlement: Settlement): Promise<Consent | null> {
  return move(room, consent, 'refused', settlement);
}

async function authorise(room: ConsentRoom, consent: Consent, settlement: Settlement): Promise<Consent | null> {
  try {
    return await room.database.transaction(async (session) => {
      if (consent.recurringIndicator) await supersedeEarlier(room, consent, settlement, session);
      return move(room, consent, 'authorised', settlement, session);
    });
  } catch (error) {
    // Another consent of the same PSU became valid at the same moment: look again, and supersede that one.
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

async function supersedeEarlier(
  room: ConsentRoom,
  { tppId, _id }: Consent,
  { psu }: Settlement,
  session: ClientSession,
): Promise<void> {
  const same = {
    _id: { $ne: _id },
    tppId,
    psuId: psu?.psuId ?? '',
    corporateId: psu?.corporateId ?? { $exists: false },
    consentStatus: 'valid',
    recurringIndicator: true,
  } as const;
  const at = room.now();
  for (const earlier of await room.consents.find(same, { session }).toArray()) {
    const set = { lastActionDate: bankDay(at, room.profile) };
    await advance(CONSENTS, room.consents, earlier, 'superseded', { at, by: 'psu', set, session });
  }
}

function move(
  room: ConsentRoom,
  consent: Consent,
  event: 'authorised' | 'refused',
  { authorisationId, outcome, grants, psu }: Settlement,
  session?: ClientSession,
): Promise<Consent | null> {
  const at = room.now();
  return advance(CONSENTS, room.consents, consent, event, {
    at,
    by: psu === undefined ? 'sca' : 'psu',
    where: { authorisations: { $elemMatch: { id: authorisationId, outcome: { $exists: false } } } },
    set: {
      'authorisations.$.outcome': outcome,
      lastActionDate: bankDay(at, room.profile),
      ...(event === 'authorised' && { authorisedAt: at, psuId: psu?.psuId, corporateId: psu?.corporateId }),
      ...(event === 'authorised' && grants && { grants, ...grantedAccess(consent, grants) }),
    },
    ...(session && { session }),
  });
}

/** Where the PSU chose the accounts, the content names them from now on (field guide 7.1 rule 9). */
function grantedAccess({ model, access }: Consent, grants: Consent['grants']): Pick<Consent, 'grantedAccess'> {
  return model === 'bankOffered' ? { grantedAccess: accessWith(access, grants) } : {};
}
