import type { EntryItem, StructuredReference, Transaction } from './account-entries.ts';
import { EDITIONS, type Edition } from './editions.ts';

/** Maximum lengths of texts in an entry (Implementation Guidelines, Transactions). */
const CHARACTERS_MAX = { name: 70, remittance: 140 } as const;

type Remittance = Pick<
  EntryItem,
  | 'creditorName'
  | 'ultimateCreditor'
  | 'debtorName'
  | 'ultimateDebtor'
  | 'remittanceInformationUnstructured'
  | 'remittanceInformationUnstructuredArray'
  | 'remittanceInformationStructured'
  | 'remittanceInformationStructuredArray'
> &
  Pick<Transaction, 'additionalInformationStructured'>;

interface Form {
  readonly edition: Edition;
}

type AnsweredRemittance<Item extends Remittance> = Omit<Item, 'remittanceInformationStructured'> & {
  remittanceInformationStructured?: StructuredReference | string;
};

/** An entry in an answer. The Croatian profile calls its id `resourceId`, the standard `transactionId` (decision 14). */
export function entryAnswer(transaction: Transaction, form: Form) {
  const { entryDetails, ...entry } = transaction;
  return {
    ...remittanceAnswer(entry, form),
    ...(entryDetails && { entryDetails: itemsAnswer(entryDetails) }),
    resourceId: transaction.transactionId,
  };
}

/** Items of a batch: every edition with such items has the reference as an object there. */
export function itemsAnswer(items: readonly EntryItem[]) {
  return items.map((item) => remittanceAnswer(item, { edition: '1.3.11' }));
}

/**
 * Converts an entry, an item of a batch or a standing order to the forms and lengths of the standard: names in the feed may have
 * 140 characters, of which 70 are returned; longer texts are returned completely, as an array of parts.
 */
export function remittanceAnswer<Item extends Remittance>(item: Item, { edition }: Form): AnsweredRemittance<Item> {
  const { structuredReference, hasOrderTimes } = EDITIONS[edition];
  const { remittanceInformationStructured: reference, ...rest } = item;
  const { remittanceInformationUnstructured: text, remittanceInformationUnstructuredArray: pieces } = item;
  const { creditorName, ultimateCreditor, debtorName, ultimateDebtor } = item;
  return {
    ...rest,
    ...namesOf({ creditorName, ultimateCreditor, debtorName, ultimateDebtor }),
    ...(text !== undefined && textAnswer(text, pieces)),
    ...(!hasOrderTimes && withoutOrderTimes(item)),
    ...(reference !== undefined && {
      remittanceInformationStructured:
        structuredReference === 'text' ? cut(reference, 'remittance') : referenceAnswer(reference, item),
    }),
  };
}

/** Clients of 1.3.11 refuse the times of instant standing orders. */
function withoutOrderTimes({ additionalInformationStructured: additional }: Remittance) {
  if (additional === undefined) return {};
  const { startDateTime: _start, endDateTime: _end, ...standingOrderDetails } = additional.standingOrderDetails;
  return { additionalInformationStructured: { standingOrderDetails } };
}

function namesOf(names: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, name]) => (name === undefined ? [] : [[field, cut(name, 'name')]])),
  );
}

function textAnswer(text: string, pieces: readonly string[] | undefined) {
  const characters = Array.from(text);
  if (characters.length <= CHARACTERS_MAX.remittance) return { remittanceInformationUnstructured: text };
  const count = Math.ceil(characters.length / CHARACTERS_MAX.remittance);
  const cutInto = Array.from({ length: count }, (_, index) =>
    characters.slice(index * CHARACTERS_MAX.remittance, (index + 1) * CHARACTERS_MAX.remittance).join(''),
  );
  return {
    remittanceInformationUnstructured: cut(text, 'remittance'),
    remittanceInformationUnstructuredArray: pieces ? [...pieces] : cutInto,
  };
}

/** Includes kind and issuer if the list of references contains them. */
function referenceAnswer(
  reference: string,
  { remittanceInformationStructuredArray: listed = [] }: Remittance,
): StructuredReference {
  return listed.find((each) => each.reference === reference) ?? { reference: cut(reference, 'remittance') };
}

function cut(text: string, kind: keyof typeof CHARACTERS_MAX): string {
  return Array.from(text).slice(0, CHARACTERS_MAX[kind]).join('');
}
