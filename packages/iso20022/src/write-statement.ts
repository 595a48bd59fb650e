import type { AccountReference, Balance, ReportMessage, Transaction } from '@xs2a/contracts';
import { namespaceOf } from './schemas.ts';
import { CODE_OF_BALANCE, NOT_PROVIDED, REPORT_VERSIONS, STATEMENT_ELEMENTS } from './statement-codes.ts';
import { writeAccount, writeAmount, writeEntry } from './write-entry.ts';
import { startTag, type Written, XML_DECLARATION, xml } from './write-xml.ts';

export interface StatementHead {
  readonly message: ReportMessage;
  /** At most 35 characters; names the message and the one statement in it. */
  readonly id: string;
  readonly createdAt: Date;
  /** Days `YYYY-MM-DD`, both included; left out where everything is meant. */
  readonly period?: { readonly from: string; readonly to: string };
  readonly account: AccountReference;
  readonly currency: string;
  /** Undefined where the reader may not see them. */
  readonly balances: readonly Balance[] | undefined;
}

/** What comes before the first entry: a statement is written as head, entries, foot, so that any length can be streamed. */
export function writeHead({ message, id, createdAt, period, account, currency, balances }: StatementHead): string {
  const names = STATEMENT_ELEMENTS[message];
  const created = xml('CreDtTm', createdAt.toISOString());
  const head = [
    xml('Id', id),
    created,
    period && xml('FrToDt', xml('FrDtTm', `${period.from}T00:00:00`), xml('ToDtTm', `${period.to}T23:59:59`)),
    writeAccount('Acct', account, currency),
    ...writeBalances({ message, currency, balances, today: createdAt.toISOString().slice(0, 10) }),
  ];
  return [
    XML_DECLARATION,
    startTag('Document', [['xmlns', namespaceOf(REPORT_VERSIONS[message])]]),
    `<${names.message}>`,
    xml('GrpHdr', xml('MsgId', id), created)?.xml,
    `<${names.statement}>`,
    ...head.map((element) => element?.xml),
  ].join('');
}

export function writeEntries(entries: readonly Transaction[], status: 'BOOK' | 'PDNG'): string {
  return entries.map((entry) => writeEntry(entry, status)).join('');
}

export function writeFoot(message: ReportMessage): string {
  const names = STATEMENT_ELEMENTS[message];
  return `</${names.statement}></${names.message}></Document>`;
}

/**
 * A statement must have a balance by its schema. Where the consent gives none, one stands there that says so in its type:
 * it is of no balance that ISO 20022 knows.
 */
function writeBalances({
  message,
  currency,
  balances = [],
  today,
}: Pick<StatementHead, 'message' | 'currency' | 'balances'> & { today: string }): (Written | undefined)[] {
  const written = balances.flatMap((balance) => {
    const code = CODE_OF_BALANCE.get(balance.balanceType);
    return code === undefined ? [] : [writeBalance(balance, { type: xml('Cd', code), today })];
  });
  if (written.length > 0 || message === 'camt.052') return written;
  const none: Balance = { balanceType: 'closingBooked', balanceAmount: { currency, amount: '0' } };
  return [writeBalance(none, { type: xml('Prtry', NOT_PROVIDED), today })];
}

function writeBalance(balance: Balance, { type, today }: { type: Written | undefined; today: string }) {
  const { balanceAmount, creditLimitIncluded, referenceDate, lastChangeDateTime } = balance;
  const day = xml('Dt', referenceDate) ?? xml('DtTm', lastChangeDateTime) ?? xml('Dt', today);
  return xml(
    'Bal',
    xml('Tp', xml('CdOrPrtry', type)),
    creditLimitIncluded === undefined ? undefined : xml('CdtLine', xml('Incl', String(creditLimitIncluded))),
    ...writeAmount(balanceAmount),
    xml('Dt', day),
  );
}
