import type { AccountReference, Balance, ReportMessage, Transaction } from '@xs2a/contracts';
import { namespaceOf } from '../gate/schemas.ts';
import { CODE_OF_BALANCE, NOT_PROVIDED, REPORT_VERSIONS, STATEMENT_ELEMENTS, TEXT_MAX } from '../statement-codes.ts';
import { buildXml, omitEmpty, XML_DECLARATION, type XmlMembers } from '../xml/build-xml.ts';
import { entryContent } from './write-entry.ts';
import { accountContent, agentContent, amountMembers, cut } from './write-values.ts';

interface StatementHead {
  readonly message: ReportMessage;
  /** At most 35 characters; id of the message and of its only statement. */
  readonly id: string;
  readonly createdAt: Date;
  /** Dates `YYYY-MM-DD`, both included; absent if the period is not limited. */
  readonly period?: { readonly from: string; readonly to: string };
  readonly account: AccountReference;
  readonly currency: string;
  readonly name?: string | undefined;
  readonly bic?: string | undefined;
  /** Undefined if the reader has no right to it. */
  readonly ownerName?: string | undefined;
  /** Undefined if the reader has no right to them. */
  readonly balances: readonly Balance[] | undefined;
}

/**
 * Writes everything before the first entry. A statement is written as head, entries and foot, so that one of any length can be
 * sent in parts.
 */
export function writeHead(head: StatementHead): string {
  const { message, id, createdAt, period, currency, balances } = head;
  const names = STATEMENT_ELEMENTS[message];
  const created = createdAt.toISOString();
  const statement = omitEmpty({
    Id: id,
    CreDtTm: created,
    FrToDt: period && { FrDtTm: `${period.from}T00:00:00`, ToDtTm: `${period.to}T23:59:59` },
    Acct: ownAccountContent(head),
    Bal: balancesContent({ message, currency, balances, today: created.slice(0, 10) }),
  });
  const document = buildXml({
    Document: {
      '@xmlns': namespaceOf(REPORT_VERSIONS[message]),
      [names.message]: { GrpHdr: { MsgId: id, CreDtTm: created }, [names.statement]: statement ?? {} },
    },
  });
  return XML_DECLARATION + document.slice(0, -writeFoot(message).length);
}

function ownAccountContent({ account, currency, name, ownerName, bic }: StatementHead): XmlMembers | undefined {
  return omitEmpty({
    ...accountContent(account, currency),
    Nm: cut(name, TEXT_MAX.accountName),
    Ownr: omitEmpty({ Nm: cut(ownerName, TEXT_MAX.name) }),
    Svcr: agentContent(bic),
  });
}

export function writeEntries(entries: readonly Transaction[], status: 'BOOK' | 'PDNG'): string {
  return buildXml({ Ntry: entries.map((entry) => entryContent(entry, status) ?? {}) });
}

export function writeFoot(message: ReportMessage): string {
  const names = STATEMENT_ELEMENTS[message];
  return `</${names.statement}></${names.message}></Document>`;
}

/**
 * The schema requires a balance in a camt.053. Without balances in the consent, a placeholder has a type that ISO 20022 does not
 * define.
 */
function balancesContent({
  message,
  currency,
  balances = [],
  today,
}: Pick<StatementHead, 'message' | 'currency' | 'balances'> & { today: string }): XmlMembers[] {
  const known = balances.flatMap((balance) => {
    const code = CODE_OF_BALANCE.get(balance.balanceType);
    return code === undefined ? [] : [balanceContent(balance, { type: { Cd: code }, today })];
  });
  if (known.length > 0 || message === 'camt.052') return known;
  const none: Balance = { balanceType: 'closingBooked', balanceAmount: { currency, amount: '0' } };
  return [balanceContent(none, { type: { Prtry: NOT_PROVIDED }, today })];
}

function balanceContent(balance: Balance, { type, today }: { type: XmlMembers; today: string }): XmlMembers {
  const { balanceAmount, creditLimitIncluded, referenceDate, lastChangeDateTime } = balance;
  return {
    Tp: { CdOrPrtry: type },
    ...(creditLimitIncluded !== undefined && { CdtLine: { Incl: String(creditLimitIncluded) } }),
    ...amountMembers(balanceAmount),
    Dt: omitEmpty({ Dt: referenceDate }) ?? omitEmpty({ DtTm: lastChangeDateTime }) ?? { Dt: today },
  };
}
