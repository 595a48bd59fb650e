import type { OperationRequest, PeriodicPayment, SinglePayment } from '@xs2a/client';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;
/** Days on which TARGET is closed whatever the year (month and day). */
const CLOSED = ['01-01', '05-01', '12-25', '12-26'];

export const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** A weekday of the week after next, as the bank counts them: 3 is a Wednesday, 0 a Sunday. */
export function dayAhead(weekday: number): string {
  for (let days = 8; ; days++) {
    const date = day(days);
    if (new Date(date).getUTCDay() === weekday && (weekday === 0 || !CLOSED.includes(date.slice(5)))) return date;
  }
}

export function paymentOrder(world: World, change: object = {}): SinglePayment {
  const { facts } = world;
  return {
    instructedAmount: { currency: facts.currency, amount: facts.amounts.small },
    debtorAccount: { iban: facts.accounts.private },
    creditorName: facts.creditorName,
    creditorAccount: { iban: facts.accounts.creditor },
    remittanceInformationUnstructured: 'Conformance',
    ...change,
  };
}

export function standingOrder(world: World, change: object = {}): PeriodicPayment {
  return { ...paymentOrder(world), startDate: dayAhead(3), frequency: 'Monthly', ...change };
}

type ConsentOrder = OperationRequest<'createConsent'>['body'];

/** One-off: several may stand beside each other, and none ends another. */
export function consentOrder(access: ConsentOrder['access'], change: object = {}): ConsentOrder {
  return { access, recurringIndicator: false, validUntil: day(30), frequencyPerDay: 1, ...change };
}

/** A pain.001 message of one block. */
export function bulkMessage({ facts }: World): string {
  const { small } = facts.amounts;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>M-1</MsgId><CreDtTm>${new Date().toISOString().slice(0, 19)}</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>${small}</CtrlSum><InitgPty><Nm>Conformance</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>P-1</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>1</NbOfTxs><CtrlSum>${small}</CtrlSum><ReqdExctnDt>${dayAhead(3)}</ReqdExctnDt>
<Dbtr><Nm>Debtor</Nm></Dbtr><DbtrAcct><Id><IBAN>${facts.accounts.private}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BIC>${facts.bankIdentifier}</BIC></FinInstnId></DbtrAgt>
<CdtTrfTxInf><PmtId><InstrId>I-1</InstrId><EndToEndId>E-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="${facts.currency}">${small}</InstdAmt></Amt><Cdtr><Nm>Primatelj</Nm></Cdtr><CdtrAcct><Id><IBAN>${facts.accounts.creditor}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Conformance</Ustrd></RmtInf></CdtTrfTxInf>
</PmtInf></CstmrCdtTrfInitn></Document>`;
}
