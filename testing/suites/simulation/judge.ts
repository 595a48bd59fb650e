import {
  CONSENT_STATUS_MACHINE,
  type Machine,
  SCA_STATUS_CORRECTIONS,
  SCA_STATUS_MACHINE,
  TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';
import { brokenEntry, type HistoryEntry } from '@xs2a/service-kit';
import type { Db, Document } from 'mongodb';
import { READS_PER_DAY } from './consent-and-read.ts';
import type { Journal } from './journal.ts';
import { accountIdOf, OPENING_BALANCE, PSUS } from './opening-data.ts';
import type { SimulatedName } from './simulated-system.ts';

type Stored = Document & { _id: string };
type Databases = Record<SimulatedName, Db>;

const EXECUTED = new Set(['ACSC', 'ACCC']);
const ENDED = new Set([...EXECUTED, 'RJCT', 'CANC']);
const SINGLE = 1;

/** Checks everything that must hold when all faults are over and all work is done. Returns the violations. */
export async function judge(journal: Journal, databases: Databases): Promise<string[]> {
  const [payments, consents, authorisations, postings, accounts, orders, challenges] = await Promise.all([
    all(databases.payments, 'payments'),
    all(databases.consent, 'consents'),
    all(databases.sca, 'authorisations'),
    all(databases.bank, 'postings'),
    all(databases.bank, 'ledgerAccounts'),
    all(databases.bank, 'orders'),
    all(databases.bank, 'challenges'),
  ]);
  return [
    ...journal.violations,
    ...oneIdForOneRequest(journal, [...payments, ...consents]),
    ...payments.flatMap((payment) => executedOnceOrNever(payment, postings)),
    ...journal.payments.flatMap((record) => endedAsDecided(record, payments)),
    ...postings.flatMap((posting) => authorisedBefore(posting, payments, authorisations)),
    ...balancesMatchPostings(accounts, postings),
    ...histories(payments, 'transactionStatus', TRANSACTION_STATUS_MACHINE),
    ...histories(consents, 'consentStatus', CONSENT_STATUS_MACHINE),
    ...histories(authorisations, 'scaStatus', { ...SCA_STATUS_MACHINE, ...SCA_STATUS_CORRECTIONS }),
    ...oneRecurringConsent(consents),
    ...journal.consents
      .filter(({ reads }) => reads > READS_PER_DAY)
      .map(({ consentId }) => `${consentId}: too many reads`),
    ...codesUsedOnce(challenges),
    ...[...payments, ...consents, ...authorisations, ...orders]
      .filter(({ outbox }) => (outbox as unknown[]).length > 0)
      .map(({ _id, outbox }) => `${_id}: ${(outbox as unknown[]).length} messages were never delivered`),
    ...(await deadLetters(databases)),
  ];
}

function all(db: Db, collection: string): Promise<Stored[]> {
  return db.collection<Stored>(collection).find().toArray();
}

function oneIdForOneRequest({ created }: Journal, stored: readonly Stored[]): string[] {
  const ids = new Map<string, string>();
  return created.flatMap(({ key, id }) => {
    const first = ids.get(key) ?? id;
    ids.set(key, first);
    if (first !== id) return [`request ${key} created ${first} and ${id}`];
    return stored.some(({ _id }) => _id === id) ? [] : [`${id} was acknowledged and is not stored`];
  });
}

function executedOnceOrNever({ _id, transactionStatus }: Stored, postings: readonly Stored[]): string[] {
  const booked = postings.filter(({ paymentId }) => paymentId === _id).length;
  const expected = EXECUTED.has(String(transactionStatus)) ? SINGLE : 0;
  return booked === expected ? [] : [`payment ${_id} is ${transactionStatus} and was booked ${booked} times`];
}

/** Checks that an approved payment is executed, unless funds are missing or it was cancelled, and that a declined one is not. */
function endedAsDecided(record: Journal['payments'][number], payments: readonly Stored[]): string[] {
  const payment = payments.find(({ _id }) => _id === record.paymentId);
  const status = String(payment?.['transactionStatus']);
  const about = `payment ${record.paymentId} is ${status}`;
  if (record.scaStatus === 'unknown') return [];
  // Funds may still arrive: the payment waits for them, and shows that.
  if (!ENDED.has(status) && payment?.['fundsAvailable'] === false) return [];
  if (!ENDED.has(status)) return [`${about} although its authorisation is ${record.scaStatus}`];
  if (record.scaStatus === 'failed') {
    if (EXECUTED.has(status)) return [`${about} although its authorisation failed`];
    return record.declined || record.cancellationRequested
      ? []
      : [`${about}: its authorisation failed, nobody declined it`];
  }
  if (EXECUTED.has(status)) return record.declined ? [`${about} although it was declined`] : [];
  const hasReason = payment?.['reasonCode'] === 'AM04' || (status === 'CANC' && record.cancellationRequested);
  return hasReason ? [] : [`${about} although it was authorised (${payment?.['reasonCode'] ?? 'no reason'})`];
}

function authorisedBefore(posting: Stored, payments: readonly Stored[], authorisations: readonly Stored[]): string[] {
  const payment = payments.find(({ _id }) => _id === posting['paymentId']);
  const isApproved = authorisations.some(
    ({ parent, scaStatus, requestedHash }) =>
      parent.id === posting['paymentId'] && scaStatus === 'finalised' && requestedHash === payment?.['contentHash'],
  );
  return isApproved ? [] : [`${posting['paymentId']} was booked without an authorisation of its content`];
}

function balancesMatchPostings(accounts: readonly Stored[], postings: readonly Stored[]): string[] {
  const moved = new Map<string, bigint>();
  for (const { lines } of postings) {
    for (const { ledgerAccountId, amount } of lines as { ledgerAccountId: string; amount: bigint }[]) {
      moved.set(ledgerAccountId, (moved.get(ledgerAccountId) ?? 0n) + amount);
    }
  }
  const opened = new Map(PSUS.map((psu) => [accountIdOf(psu), OPENING_BALANCE]));
  const equity = -OPENING_BALANCE * BigInt(PSUS.length);
  const sum = accounts.reduce((total, { balance }) => total + BigInt(balance), 0n);
  return [
    ...(sum === 0n ? [] : [`the balances sum to ${sum}`]),
    ...accounts.flatMap(({ _id, balance, available, customer }) => {
      const opening = opened.get(_id) ?? (_id === 'openingEquity-EUR' ? equity : 0n);
      const expected = opening + (moved.get(_id) ?? 0n);
      const wrong = BigInt(balance) === expected ? [] : [`${_id} has ${balance}, its postings say ${expected}`];
      return customer !== undefined && BigInt(available) < 0n ? [...wrong, `${_id} is overdrawn`] : wrong;
    }),
  ];
}

/** Each step is a transition of the machine, from the status that the previous one led to, and part of the hash chain. */
function histories(documents: readonly Stored[], field: string, machine: Machine): string[] {
  return documents.flatMap((document) => {
    const history = document['history'] as HistoryEntry[];
    const broken = brokenEntry(history) !== undefined ? [`${document._id}: the chain of its history is broken`] : [];
    let status = history[0]?.to;
    for (const { from, to, event } of history.slice(1)) {
      if (from !== status || (machine[from] as Record<string, string>)[event] !== to) {
        return [...broken, `${document._id}: ${event} led from ${from} to ${to} after ${status}`];
      }
      status = to;
    }
    return status === document[field] ? broken : [...broken, `${document._id}: its history ends at ${status}`];
  });
}

function oneRecurringConsent(consents: readonly Stored[]): string[] {
  const valid = consents.filter(({ consentStatus }) => consentStatus === 'valid').map(({ psuId }) => String(psuId));
  return valid.length === new Set(valid).size
    ? []
    : [`several valid recurring consents of one PSU: ${valid.join(', ')}`];
}

function codesUsedOnce(challenges: readonly Stored[]): string[] {
  return challenges.flatMap(({ _id, attempts }) => {
    const accepted = (attempts as { attemptId: string; verdict: string }[]).filter(
      ({ verdict }) => verdict === 'accepted',
    );
    return accepted.length <= SINGLE ? [] : [`the code of ${_id} was accepted ${accepted.length} times`];
  });
}

async function deadLetters(databases: Databases): Promise<string[]> {
  const letters = await Promise.all(Object.values(databases).map((db) => all(db, 'deadLetters')));
  return letters.flat().map(({ entry, situation }) => `dead letter: ${entry.subject} was refused with ${situation}`);
}
