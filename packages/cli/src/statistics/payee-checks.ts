import { daysOfQuarter, quarterOf } from '@xs2a/gateway/statistics';
import { addDays, bankDay, KitConfig, loadProfile, startOfDay } from '@xs2a/service-kit';
import type { Db } from 'mongodb';
import type { CommandEnvironment, Result } from '../command/command.ts';
import { openDatabases } from '../command/open-databases.ts';
import { UnusableArguments } from '../command/refusals.ts';
import { quarterBefore } from './quarter-before.ts';

const CODES = ['MTCH', 'CMTC', 'NMTC', 'NOAP'] as const;
type Code = (typeof CODES)[number];
/** The scheme wants an answer within a second (EPC218-23). */
const WANTED_MS = 1_000;

/** Fields of a payment that the figures need. */
interface VerifiedPayment {
  paymentService: string;
  paymentProduct: string;
  signedBy: unknown[];
  payeesOptedOut?: true;
  payeeChecks?: {
    askedAt: Date;
    result?: { partyNameMatch: Code; at: Date; unanswered?: true; counts?: Record<Code, number> };
  }[];
  history: { at: Date }[];
}

type Column = `${'checked' | 'approved'}${Code}` | 'unanswered' | 'withinOneSecond' | 'optedOut';
const COLUMNS: readonly Column[] = [
  ...CODES.map((code) => `checked${code}` as const),
  'unanswered',
  'withinOneSecond',
  ...CODES.map((code) => `approved${code}` as const),
  'optedOut',
];

/** Prints the checks of payees of a quarter as CSV, one line for each day, payment service and product. */
export async function payeeChecks(asked: string | undefined, environment: CommandEnvironment): Promise<Result> {
  const { timeZone } = loadProfile(KitConfig.shape.PROFILE.parse(process.env['PROFILE']));
  const today = bankDay(new Date(), { timeZone });
  const quarter = asked === 'previous' ? quarterBefore(today) : (asked ?? quarterOf(today));
  const days = daysOfQuarter(quarter);
  if (days === undefined) throw new UnusableArguments(`${quarter} is no quarter such as 2026-Q4`);
  await using opened = await openDatabases(environment, 'statistics', ['payments']);
  const rows = await countChecks(opened.databases.payments, days, timeZone);
  const lines = Array.from(rows, ([key, row]) => [key, ...COLUMNS.map((column) => row[column] ?? 0)].join(','));
  const csv = [['date,paymentService,paymentProduct', ...COLUMNS].join(','), ...lines.toSorted()];
  return { text: csv.map((line) => `${line}\r\n`).join(''), document: Object.fromEntries(rows) };
}

async function countChecks(
  payments: Db,
  { first, last }: { first: string; last: string },
  timeZone: string,
): Promise<Map<string, Partial<Record<Column, number>>>> {
  const [from, until] = [startOfDay(first, { timeZone }), startOfDay(addDays(last, 1), { timeZone })];
  const isWithin = (at: Date): boolean => at >= from && at < until;
  const rows = new Map<string, Partial<Record<Column, number>>>();
  const filter = {
    $or: [
      { 'payeeChecks.askedAt': { $gte: from, $lt: until } },
      { payeesOptedOut: true as const, 'history.0.at': { $gte: from, $lt: until } },
    ],
  };
  const fields = ['paymentService', 'paymentProduct', 'signedBy', 'payeesOptedOut', 'payeeChecks', 'history.at'];
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  for await (const payment of payments.collection<VerifiedPayment>('payments').find(filter, { projection })) {
    const { paymentService, paymentProduct, signedBy, payeesOptedOut, payeeChecks: checks = [], history } = payment;
    const count = (at: Date, column: Column, by = 1): void => {
      const key = [bankDay(at, { timeZone }), paymentService, paymentProduct].join(',');
      const row = rows.get(key) ?? {};
      rows.set(key, { ...row, [column]: (row[column] ?? 0) + by });
    };
    const [created] = history;
    if (payeesOptedOut && created) count(created.at, 'optedOut');
    for (const { askedAt, result } of checks) {
      if (result === undefined || !isWithin(askedAt)) continue;
      const { partyNameMatch, at, unanswered, counts = { [partyNameMatch]: 1 } } = result;
      for (const code of CODES) if (counts[code]) count(askedAt, `checked${code}`, counts[code]);
      if (unanswered) count(askedAt, 'unanswered');
      if (!result.counts && at.getTime() - askedAt.getTime() <= WANTED_MS) count(askedAt, 'withinOneSecond');
    }
    const latest = checks.at(-1);
    if (latest?.result && signedBy.length > 0 && isWithin(latest.askedAt)) {
      count(latest.askedAt, `approved${latest.result.partyNameMatch}`);
    }
  }
  return rows;
}
