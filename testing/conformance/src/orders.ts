import type { OperationRequest, PeriodicPayment, SinglePayment } from '@xs2a/client';
import { maskPan } from '@xs2a/contracts';
import type { Facts } from './facts.ts';
import type { TestContext } from './test-context.ts';

const DAY_MS = 86_400_000;
/** TARGET closing days with a fixed date (month and day). */
const CLOSED = ['01-01', '05-01', '12-25', '12-26'];

/** Days are those of the bank: it refuses yesterday from midnight on, wherever this runs. */
const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zagreb' });

/** Returns the day a number of days from today, at `now`. */
export function day(days: number, now = Date.now()): string {
  return dayOf.format(now + days * DAY_MS);
}

/** Returns a weekday of the week after next, in the bank's time zone: 3 is a Wednesday, 0 a Sunday. */
export function dayAhead(weekday: number): string {
  for (let days = 8; ; days++) {
    const date = day(days);
    if (new Date(date).getUTCDay() === weekday && (weekday === 0 || !CLOSED.includes(date.slice(5)))) return date;
  }
}

/** Whether TARGET is open today: not at a weekend, on a fixed closing day or around Easter. */
export function isOpenToday(): boolean {
  const today = day(0);
  const weekday = new Date(today).getUTCDay();
  const easter = easterOf(Number(today.slice(0, 4)));
  const around = [-2, 1].map((days) => new Date(easter + days * DAY_MS).toISOString().slice(0, 10));
  return weekday !== 0 && weekday !== 6 && !CLOSED.includes(today.slice(5)) && !around.includes(today);
}

/** Gauss's Easter algorithm in Lichtenberg's form, for the years of this century and the last. */
function easterOf(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30;
  const shortened = moon - (moon === 29 || (moon === 28 && year % 19 > 10) ? 1 : 0);
  const fullMoon = 21 + shortened;
  const sunday = 7 - ((year + Math.floor(year / 4) + 1) % 7);
  const away = 7 - ((((fullMoon - sunday) % 7) + 7) % 7);
  return Date.UTC(year, 2, fullMoon + away);
}

export function paymentOrder(context: TestContext, change: object = {}): SinglePayment {
  const { facts } = context;
  return {
    instructedAmount: { currency: facts.currency, amount: facts.amounts.small },
    debtorAccount: { iban: facts.accounts.private },
    creditorName: facts.creditorName,
    creditorAccount: { iban: facts.accounts.creditor },
    remittanceInformationUnstructured: 'Conformance',
    ...change,
  };
}

export function standingOrder(context: TestContext, change: object = {}): PeriodicPayment {
  return { ...paymentOrder(context), startDate: dayAhead(3), frequency: 'Monthly', ...change };
}

type ConsentOrder = OperationRequest<'createConsent'>['body'];

/** Returns access to all data that the suite reads: by one keyword if the bank offers that, otherwise account by account. */
export function wholeAccess({ profile, facts }: TestContext): ConsentOrder['access'] {
  if (profile.consentModels.includes('allPsd2')) return { allPsd2: 'allAccounts' };
  const { accountReferences, cardAccounts } = profile;
  const card = accountReferences.includes('pan') ? { pan: facts.cardNumber } : { maskedPan: maskPan(facts.cardNumber) };
  const accounts = [{ iban: facts.accounts.private }, ...(cardAccounts ? [card] : [])];
  return { accounts, balances: accounts, transactions: accounts };
}

/** One-off: several may exist in parallel, and none ends another. */
export function consentBody(access: ConsentOrder['access'], change: object = {}): ConsentOrder {
  return { access, recurringIndicator: false, validUntil: day(30), frequencyPerDay: 1, ...change };
}

/** Returns a pain.001 message of one block, with a transfer of each amount. */
export function bulkMessage({ facts }: TestContext, amounts = [facts.amounts.small], on = dayAhead(3)): string {
  const sum = amounts.reduce((cents, amount) => cents + BigInt(amount.replace('.', '')), 0n).toString();
  const controlSum = `${sum.slice(0, -2)}.${sum.slice(-2)}`;
  const counted = `<NbOfTxs>${amounts.length}</NbOfTxs><CtrlSum>${controlSum}</CtrlSum>`;
  const transfers = amounts.map((amount, index) => transfer(facts, amount, index + 1));
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>M-1</MsgId><CreDtTm>${new Date().toISOString().slice(0, 19)}</CreDtTm>${counted}<InitgPty><Nm>Conformance</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>P-1</PmtInfId><PmtMtd>TRF</PmtMtd>${counted}<ReqdExctnDt>${on}</ReqdExctnDt>
<Dbtr><Nm>Debtor</Nm></Dbtr><DbtrAcct><Id><IBAN>${facts.accounts.private}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BIC>${facts.bankIdentifier}</BIC></FinInstnId></DbtrAgt>
${transfers.join('')}
</PmtInf></CstmrCdtTrfInitn></Document>`;
}

function transfer(facts: Facts, amount: string, number: number): string {
  return `<CdtTrfTxInf><PmtId><InstrId>I-${number}</InstrId><EndToEndId>E-${number}</EndToEndId></PmtId><Amt><InstdAmt Ccy="${facts.currency}">${amount}</InstdAmt></Amt><Cdtr><Nm>Primatelj</Nm></Cdtr><CdtrAcct><Id><IBAN>${facts.accounts.creditor}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Conformance</Ustrd></RmtInf></CdtTrfTxInf>`;
}
