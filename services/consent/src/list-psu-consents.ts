import type { listPsuConsents as operation, PsuConsent, ReplyOf, RequestOf } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { Consent } from './consent.ts';
import { effectiveStatus } from './effective-status.ts';
import type { ConsentRoom } from './room.ts';

/** Ended consents that are shown: years of them. What is valid is shown whole. */
const ENDED_MAX = 100;

/** Everything that a PSU granted: what is valid now first, then the newest of what has ended. */
export async function listPsuConsents(
  room: ConsentRoom,
  { psuId, corporateId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  await room.attendedUses.flush();
  const own = { psuId, ...(corporateId !== undefined && { corporateId }) };
  const newestFirst = { authorisedAt: -1 } as const;
  const [valid, ended] = await Promise.all([
    room.consents
      .find({ ...own, consentStatus: 'valid' })
      .sort(newestFirst)
      .toArray(),
    room.consents
      .find({ ...own, consentStatus: { $ne: 'valid' } })
      .sort(newestFirst)
      .limit(ENDED_MAX)
      .toArray(),
  ]);
  const today = bankDay(room.now(), room.profile);
  const shown = [...valid, ...ended].map((consent) => asPsuSees(room, consent, today));
  const isValid = ({ consentStatus }: PsuConsent): boolean => consentStatus === 'valid';
  return { consents: [...shown.filter(isValid), ...shown.filter((consent) => !isValid(consent))] };
}

function asPsuSees({ now, profile }: ConsentRoom, consent: Consent, today: string): PsuConsent {
  const { uses, tppId, validUntil } = consent;
  return {
    consentId: consent._id,
    tppName: consent.tppName ?? tppId,
    grants: consent.grants,
    recurringIndicator: consent.recurringIndicator,
    frequencyPerDay: consent.frequencyPerDay,
    validUntil,
    consentStatus: effectiveStatus(consent, now(), profile),
    authorisedAt: (consent.authorisedAt ?? consent.authoriseUntil).toISOString(),
    usesInAll: uses?.inAll ?? 0,
    usesToday: uses?.day === today ? uses.onDay : 0,
    ...(uses && { lastUsedAt: uses.lastAt.toISOString() }),
    history: consent.history.map(({ at, event, to, by }) => ({
      at: at.toISOString(),
      event,
      consentStatus: to as PsuConsent['consentStatus'],
      by: by === 'psu' ? 'psu' : by === tppId ? 'tpp' : 'aspsp',
    })),
  };
}
