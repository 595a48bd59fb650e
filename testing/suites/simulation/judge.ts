import { brokenEntry, type HistoryEntry } from '@xs2a/service-kit';
import { oneRecurringConsent } from '../crash/oracle/consents.ts';
import type { Evidence, RecordedFact } from '../crash/oracle/evidence.ts';
import { pendingIn, readStored } from '../crash/oracle/gather-stored.ts';
import { historiesAreLegal } from '../crash/oracle/histories.ts';
import { approvedBeforeExecution, moneyIsConserved, postedOnce } from '../crash/oracle/ledger.ts';
import { codesCountOnce, everythingIsDelivered } from '../crash/oracle/service-checks.ts';
import { READS_PER_DAY } from './consent-and-read.ts';
import type { Journal } from './journal.ts';
import type { Lane } from './lane.ts';

const EXECUTED = new Set(['ACSC', 'ACCC']);
const ENDED = new Set([...EXECUTED, 'RJCT', 'CANC']);

/** Points of the crash campaign that need nothing but the databases and the acknowledged ids. */
const POINTS = [
  postedOnce,
  moneyIsConserved,
  historiesAreLegal,
  oneRecurringConsent,
  approvedBeforeExecution,
  codesCountOnce,
  everythingIsDelivered,
];

/** Checks everything that must hold when all faults are over and all work is done. Returns the violations. */
export async function judge(
  journal: Journal,
  dbs: Lane['dbs'],
  opening: ReadonlyMap<string, bigint>,
): Promise<string[]> {
  const stored = await readStored((service) => dbs[service]);
  const alteredHistories = stored.histories
    .filter(({ history }) => brokenEntry(history as unknown as HistoryEntry[]) !== undefined)
    .map(({ _id }) => `${_id}: the chain of its history is broken`);
  const pending = await pendingIn((service) => dbs[service]);
  const evidence: Evidence = {
    calls: [],
    facts: journal.payments.map(acknowledged),
    faults: [],
    stored: { ...stored, pending, alteredHistories },
    opening,
    readBack: new Map(),
    anomalies: [],
  };
  const payments = await dbs.payments.collection<DecidedPayment>('payments').find().toArray();
  return [
    ...journal.violations,
    ...oneIdForOneRequest(journal, [...stored.payments, ...stored.consents]),
    ...journal.payments.flatMap((record) => endedAsDecided(record, payments)),
    ...journal.consents
      .filter(({ reads }) => reads > READS_PER_DAY)
      .map(({ consentId }) => `${consentId}: too many reads`),
    ...POINTS.flatMap((point) => point(evidence).map(({ what }) => what)),
  ];
}

function acknowledged({ paymentId }: Journal['payments'][number]): RecordedFact {
  return {
    at: 0,
    journey: '',
    fact: { is: 'acknowledged', resource: 'payment', id: paymentId, path: '', content: {} },
  };
}

function oneIdForOneRequest({ created }: Journal, stored: readonly { _id: string }[]): string[] {
  const ids = new Map<string, string>();
  return created.flatMap(({ key, id }) => {
    const first = ids.get(key) ?? id;
    ids.set(key, first);
    if (first !== id) return [`request ${key} created ${first} and ${id}`];
    return stored.some(({ _id }) => _id === id) ? [] : [`${id} was acknowledged and is not stored`];
  });
}

interface DecidedPayment {
  readonly _id: string;
  readonly transactionStatus: string;
  readonly fundsAvailable?: boolean;
  readonly reasonCode?: string;
}

/** Checks that an approved payment is executed, unless funds are missing or it was cancelled, and that a declined one is not. */
function endedAsDecided(record: Journal['payments'][number], payments: readonly DecidedPayment[]): string[] {
  const payment = payments.find(({ _id }) => _id === record.paymentId);
  const status = String(payment?.transactionStatus);
  const about = `payment ${record.paymentId} is ${status}`;
  if (record.scaStatus === 'unknown') return [];
  // Funds may still arrive: the payment waits for them, and shows that.
  if (!ENDED.has(status) && payment?.fundsAvailable === false) return [];
  if (!ENDED.has(status)) return [`${about} although its authorisation is ${record.scaStatus}`];
  if (record.scaStatus === 'failed') {
    if (EXECUTED.has(status)) return [`${about} although its authorisation failed`];
    return record.declined || record.cancellationRequested
      ? []
      : [`${about}: its authorisation failed, nobody declined it`];
  }
  if (EXECUTED.has(status)) return record.declined ? [`${about} although it was declined`] : [];
  const hasReason = payment?.reasonCode === 'AM04' || (status === 'CANC' && record.cancellationRequested);
  return hasReason ? [] : [`${about} although it was authorised (${payment?.reasonCode ?? 'no reason'})`];
}
