import { bankDay } from '@xs2a/service-kit';
import type { Call, Evidence } from './evidence.ts';
import { other, type Point } from './violation.ts';

const ACCOUNT_READ = /\/v1\/(?:card-)?accounts/;
const FREQUENCY_PER_DAY = 4;

/** Point 5: no read that began after an acknowledged end of its consent is answered with data. */
export const noReadAfterTheEnd: Point = (evidence) => {
  const ended = endsOf(evidence);
  return readsOf(evidence).flatMap(({ consentId = '', at, url }) => {
    const end = ended.get(consentId);
    return end !== undefined && at > end
      ? [other(`${url} was answered ${at - end} ms after consent ${consentId} ended`)]
      : [];
  });
};

/** Point 6: a PSU has at most one valid recurring consent for a TPP. */
export const oneRecurringConsent: Point = ({ stored }) => {
  const valid = stored.consents.filter(({ status, recurring }) => status === 'valid' && recurring);
  const byPair = Map.groupBy(
    valid.flatMap(({ _id, tppId, signedBy }) => signedBy.map((psuId) => ({ _id, pair: `${psuId} and ${tppId}` }))),
    ({ pair }) => pair,
  );
  return [...byPair].flatMap(([pair, consents]) =>
    consents.length > 1 ? [other(`${pair} have ${consents.length} valid recurring consents`)] : [],
  );
};

/** Point 7: reads without the PSU do not exceed the permitted number, for each consent, address and day. */
export const readsAreCounted: Point = (evidence) => {
  const unattended = readsOf(evidence).filter((call) => call.unattended === true);
  const counted = Map.groupBy(unattended, ({ consentId, url, at }) => {
    return `${consentId} ${new URL(url).pathname} ${bankDay(new Date(at), { timeZone: 'Europe/Zagreb' })}`;
  });
  return [...counted].flatMap(([what, reads]) =>
    reads.length > FREQUENCY_PER_DAY ? [other(`${what} was read ${reads.length} times without the PSU`)] : [],
  );
};

function readsOf({ calls }: Evidence): Call[] {
  return calls.filter(({ method, url, end }) => method === 'GET' && ACCOUNT_READ.test(url) && end?.status === 200);
}

/**
 * Returns the time from which the client knew of the end: deleted, or superseded by a recurring consent of the same PSU that was
 * authorised later. If an answer was lost, the client may not know the order of two authorisations.
 */
function endsOf({ facts, stored }: Evidence): Map<string, number> {
  const ends = new Map<string, number>();
  const end = (id: string, at: number): void => void ends.set(id, Math.min(at, ends.get(id) ?? at));
  const authorised = stored.consents.filter(({ recurring, authorisedAt }) => recurring && authorisedAt !== undefined);
  const byId = new Map(authorised.map((consent) => [consent._id, consent]));
  for (const { at, fact } of facts) {
    if (fact.is === 'ended' && fact.resource === 'consent') end(fact.id, at);
    if (fact.is !== 'approved' || fact.resource !== 'consent') continue;
    const { authorisedAt: newer, signedBy: signers = [] } = byId.get(fact.id) ?? {};
    if (newer === undefined) continue;
    const earlier = authorised.filter(
      ({ signedBy, authorisedAt = newer }) => signedBy.some((psuId) => signers.includes(psuId)) && authorisedAt < newer,
    );
    for (const { _id } of earlier) end(_id, at);
  }
  return ends;
}
