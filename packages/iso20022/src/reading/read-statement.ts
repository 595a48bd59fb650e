import { type AccountReference, type Balance, dayOfTime, type FeedTransaction } from '@xs2a/contracts';
import { checkedParts } from '../gate/checked-parts.ts';
import type { XmlPart } from '../gate/read-parts.ts';
import { statementNamespaces } from '../gate/schemas.ts';
import { STATEMENT_LIMITS } from '../gate/xml-limits.ts';
import { XmlRefusal } from '../gate/xml-refusal.ts';
import { STATEMENT_ELEMENTS } from '../statement-codes.ts';
import { contentOf, textOf } from '../xml/content-of.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import type { BalanceContent, EntryContent, GroupHeader, StatementContent } from './camt-content.ts';
import { balanceTypeOf, readEntry } from './read-entry.ts';
import { dayOf, readAccount, readAmount, readBic, withoutUndefined } from './read-values.ts';

const STATEMENTS: readonly string[] = Object.values(STATEMENT_ELEMENTS).map(({ statement }) => statement);

/** Accepted messages, elements whose children are read one by one, and repeatable elements. */
const STATEMENT_FORM = {
  limits: STATEMENT_LIMITS,
  accepted: statementNamespaces(),
  containers: [
    '/Document',
    ...Object.values(STATEMENT_ELEMENTS).flatMap(({ message, statement }) => [
      `/Document/${message}`,
      `/Document/${message}/${statement}`,
    ]),
  ],
  repeated: [...STATEMENTS, 'Ntry'],
};

/** Header of a statement, before its entries. */
export interface ReadStatement {
  readonly path: string;
  readonly id: string;
  readonly account: AccountReference;
  readonly currency: string | undefined;
  readonly ownerName: string | undefined;
  readonly name: string | undefined;
  readonly bic: string | undefined;
  /** End of the reported period, in milliseconds since 1970. */
  readonly reachMs: number;
  /** Date of the statement in the time zone of the bank. */
  readonly day: string;
  readonly balances: Balance[];
}

type StatementPart =
  | { readonly kind: 'statement'; readonly statement: ReadStatement }
  | { readonly kind: 'entry'; readonly entry: FeedTransaction | undefined; readonly path: string }
  | { readonly kind: 'end' };

const MS_PER_SECOND = 1_000;
/** Maximum number of entries in one statement, so that the sequences of statements one second apart do not overlap. */
const ENTRIES_MAX = 1_000_000;

/**
 * Reads the statements of a file, each as head, entries in order, and end. All of it has passed the schema. Sequence numbers of
 * entries increase within a statement and between statements, and are the same each time the file is read. Dates are in the given
 * time zone, which is the bank's.
 */
export async function* readStatements(
  bytes: Uint8Array,
  timeZone: string,
): AsyncGenerator<StatementPart, void, undefined> {
  let createdAt: string | undefined;
  let open: { path: string; line: number; head: XmlElement[]; statement?: ReadStatement; entries: number } | undefined;
  const references = new Map<string, number>();
  for await (const part of checkedParts(bytes, STATEMENT_FORM)) {
    if (part.kind === 'open' && STATEMENTS.includes(part.element.name)) {
      open = { path: part.path, line: part.element.line, head: [], entries: 0 };
      references.clear();
    } else if (part.kind === 'element' && part.element.name === 'GrpHdr') {
      createdAt = textOf(contentOf<{ GrpHdr: GroupHeader }>([part.element]).GrpHdr.CreDtTm);
    } else if (part.kind === 'element' && open !== undefined) {
      if (part.element.name !== 'Ntry') {
        open.head.push(part.element);
        continue;
      }
      if (open.statement === undefined) {
        open.statement = headOf({ ...open, createdAt, timeZone });
        yield { kind: 'statement', statement: open.statement };
      }
      if (open.entries >= ENTRIES_MAX) {
        throw new XmlRefusal(`is beyond the ${ENTRIES_MAX} entries that a statement may have`, {
          path: part.path,
          line: part.element.line,
        });
      }
      yield {
        kind: 'entry',
        path: part.path,
        entry: entryOf(part, open.statement, { count: open.entries++, references, timeZone }),
      };
    } else if (part.kind === 'close' && part.path === open?.path) {
      if (open.statement === undefined)
        yield { kind: 'statement', statement: headOf({ ...open, createdAt, timeZone }) };
      yield { kind: 'end' };
      open = undefined;
    }
  }
}

function headOf({
  path,
  line,
  head,
  createdAt,
  timeZone,
}: {
  path: string;
  line: number;
  head: readonly XmlElement[];
  createdAt: string | undefined;
  timeZone: string;
}): ReadStatement {
  const { Id, CreDtTm, FrToDt, Acct, Bal: balances = [] } = contentOf<StatementContent>(head);
  const account = readAccount(Acct);
  if (account === undefined) throw new XmlRefusal('names no account that can be fed', { path: `${path}/Acct`, line });
  const reach = textOf(FrToDt?.ToDtTm) ?? textOf(CreDtTm) ?? createdAt ?? '';
  const [firstBalance] = balances;
  return {
    path,
    id: textOf(Id) ?? '',
    account,
    currency: textOf(Acct.Ccy) ?? firstBalance?.Amt['@Ccy'],
    ownerName: textOf(Acct.Ownr?.Nm),
    name: textOf(Acct.Nm),
    bic: readBic(Acct.Svcr),
    reachMs: momentOf(reach),
    day: dayOfTime(reach, timeZone),
    balances: balances.flatMap((balance) => readBalance(balance, timeZone)),
  };
}

/** Times without a time zone are taken as UTC: only their order matters. */
function momentOf(text: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
}

function readBalance(balance: BalanceContent, timeZone: string): Balance[] {
  const balanceType = balanceTypeOf(balance);
  if (balanceType === undefined) return [];
  const included = textOf(balance.CdtLine?.[0]?.Incl);
  return [
    withoutUndefined({
      balanceType,
      balanceAmount: readAmount(balance),
      creditLimitIncluded: included === undefined ? undefined : included === 'true' || included === '1',
      referenceDate: balance.Dt.Dt && dayOf(balance.Dt, timeZone),
      // Unchanged: accounts adds a missing offset.
      lastChangeDateTime: textOf(balance.Dt.DtTm),
    }),
  ];
}

function entryOf(
  { element, path }: Extract<XmlPart, { kind: 'element' }>,
  { id, account, reachMs, day }: ReadStatement,
  { count, references, timeZone }: { count: number; references: Map<string, number>; timeZone: string },
): FeedTransaction | undefined {
  const entry = readEntry(contentOf<{ Ntry: EntryContent }>([element]).Ntry, {
    statementId: JSON.stringify([account, id]),
    ordinal: element.ordinal,
    sequence: Math.floor(reachMs / MS_PER_SECOND) * ENTRIES_MAX + count,
    day,
    timeZone,
  });
  if (entry === undefined) return undefined;
  if (entry.transactionAmount.amount === '' || entry.transactionAmount.amount === '-') {
    const place = { path: `${path}/Amt`, line: element.line };
    throw new XmlRefusal('has more digits than an amount of the interface', place);
  }
  // Some banks give an entry and its fee the same reference, so the later ones of a statement get a number. Copied, because the
  // parsed text may be a slice of a larger string, which would stay in memory.
  const reference = Buffer.from(entry.bankReference).toString();
  const times = (references.get(reference) ?? 0) + 1;
  references.set(reference, times);
  return times === 1 ? entry : { ...entry, bankReference: `${reference}#${times}` };
}
