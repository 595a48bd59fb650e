import { other, type Point, stuck, type Violation } from './violation.ts';

const ANSWER_MS_MAX = 25_000;
const PERMITTED = new Set([503, 504]);
const EXECUTED = ['ACSC', 'ACCC'];

/** Point 10: a one-time code is accepted once. */
export const codesCountOnce: Point = ({ stored }) =>
  stored.codes.flatMap(({ _id, accepted }) =>
    accepted > 1 ? [other(`the code ${_id} was accepted ${accepted} times`)] : [],
  );

/** Point 11: no message is left in an outbox, and no order waits for its execution. */
export const everythingIsDelivered: Point = ({ stored }) => stored.pending.map((what) => stuck(what));

/**
 * Point 12: no answer of the interface is an error of the service, late, or without a reason; no process exits or has unhandled
 * rejections.
 */
export const answersAreProper: Point = ({ calls, anomalies: mishaps }) => [
  ...calls.flatMap(({ at, method, url, end }): Violation[] => {
    if (end?.status === undefined || !new URL(url).pathname.startsWith('/v')) return [];
    const name = `${method} ${new URL(url).pathname}`;
    const late = end.at - at > ANSWER_MS_MAX ? [other(`${name} was answered after ${end.at - at} ms`)] : [];
    if (end.status < 500) return late;
    const isProper = PERMITTED.has(end.status) && (end.body ?? '').includes('tppMessages');
    return isProper ? late : [...late, other(`${name} was answered ${end.status} ${end.body ?? 'without a body'}`)];
  }),
  ...mishaps.map((what) => other(what)),
];

/** Beyond the twelve: a journey that could not be finished, or an approved payment that was neither executed nor cancelled. */
export const everyJourneyEnds: Point = ({ facts, stored }) => {
  const approved = new Set(
    facts.flatMap(({ fact }) => (fact.is === 'approved' && fact.resource === 'payment' ? [fact.id] : [])),
  );
  const ended = new Set(facts.flatMap(({ fact }) => (fact.is === 'ended' ? [fact.id] : [])));
  const statuses = new Map(stored.payments.map(({ _id, status }) => [_id, status]));
  const payments = [...approved].flatMap((id): Violation[] => {
    const status = statuses.get(id) ?? 'gone';
    if (ended.has(id) || EXECUTED.includes(status)) return [];
    if (status === 'RJCT') return [{ kind: 'wrongly rejected', what: `payment ${id} was approved and is RJCT` }];
    // Approved for a later day, or being cancelled.
    return status === 'CANC' || status === 'ACCP' || status === 'ACWC'
      ? []
      : [stuck(`payment ${id} was approved and is ${status}`)];
  });
  const journeys = facts.flatMap(({ fact }) => (fact.is === 'stuck' ? [stuck(`${fact.id}: ${fact.why}`)] : []));
  return [...payments, ...journeys];
};
