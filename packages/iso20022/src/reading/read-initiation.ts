import { dayOfTime, fitDecimalForm, withoutSpareZeroes } from '@xs2a/contracts';
import { checkedParts, type OnWrongValues } from '../gate/checked-parts.ts';
import type { XmlPart } from '../gate/read-parts.ts';
import { messageOf, namespacesOf } from '../gate/schemas.ts';
import { XML_LIMITS } from '../gate/xml-limits.ts';
import { XmlRefusal } from '../gate/xml-refusal.ts';
import { ADDRESS_ELEMENTS, type PostalAddress } from '../postal-address.ts';
import { child, childrenOf, textAt, type XmlElement } from '../xml/xml-element.ts';
import type { CreditTransfer, Initiation, TransferBlock } from './initiation.ts';

const MESSAGE = '/Document/CstmrCdtTrfInitn';
const CONTAINERS = ['/Document', MESSAGE, `${MESSAGE}/PmtInf`];
const REPEATED = ['PmtInf', 'CdtTrfTxInf'];
const ALL_ACCEPTED = namespacesOf('pain.001');
export interface InitiationLimits {
  readonly bytesMax: number;
  readonly transactionsMax: number;
  readonly blocksMax: number;
  /** Namespaces of the product; default: all of pain.001. */
  readonly accepted?: readonly string[] | undefined;
  /**
   * Time zone of the bank, which determines the date of a time with an offset. Without it, the date is that at the beginning of
   * the text.
   */
  readonly timeZone?: string | undefined;
}

/** `head` is the content of the block other than its transfers. */
interface OpenBlock {
  readonly element: XmlElement;
  readonly head: XmlElement[];
  readonly transfers: CreditTransfer[];
}

/** Observer of the reading of a message. */
interface Observer {
  /** Called for every part. */
  readonly inspect?: (element: XmlElement, path: string, namespace: string) => void;
  /** Receives the values that do not fit the schema. Without it, such a message is refused; with it, it is read anyway. */
  readonly onWrongValues?: OnWrongValues;
}

/** Reads a pain.001. Only uses parts that have passed the schema. Throws an {@link XmlRefusal}. */
export async function readInitiation(
  bytes: Uint8Array,
  limits: InitiationLimits,
  { inspect, onWrongValues }: Observer = {},
): Promise<Initiation> {
  const reading = new InitiationReading(limits);
  const { accepted = ALL_ACCEPTED, bytesMax } = limits;
  const form = { containers: CONTAINERS, repeated: REPEATED, limits: { ...XML_LIMITS, bytesMax }, accepted };
  for await (const part of checkedParts(bytes, { ...form, onWrongValues })) {
    reading.take(part);
    if (part.kind === 'element') inspect?.(part.element, part.path, reading.namespace);
  }
  return reading.result();
}

class InitiationReading {
  namespace = '';
  readonly #limits: InitiationLimits;
  readonly #blocks: TransferBlock[] = [];
  #header: XmlElement | undefined;
  #open: OpenBlock | undefined;
  #transactions = 0;

  constructor(limits: InitiationLimits) {
    this.#limits = limits;
  }

  take(part: XmlPart): void {
    if (part.kind === 'open') this.#takeOpened(part);
    else if (part.kind === 'element') this.#takeElement(part);
    else if (this.#open !== undefined && part.path.startsWith(`${MESSAGE}/PmtInf`)) {
      this.#blocks.push(blockOf(this.#open, this.#limits));
      this.#open = undefined;
    }
  }

  result(): Initiation {
    const header = this.#header;
    const controlSum = textAt(header, 'CtrlSum');
    return {
      message: messageOf(this.namespace) ?? '',
      namespace: this.namespace,
      messageId: textAt(header, 'MsgId') ?? '',
      createdAt: textAt(header, 'CreDtTm') ?? '',
      numberOfTransactions: textAt(header, 'NbOfTxs') ?? '',
      ...(controlSum !== undefined && { controlSum }),
      blocks: this.#blocks,
    };
  }

  #takeOpened({ path, element, namespace }: Extract<XmlPart, { kind: 'open' }>): void {
    const place = { path, line: element.line };
    if (path === '/Document') this.namespace = namespace;
    if (element.name !== 'PmtInf') return;
    if (this.#blocks.length >= this.#limits.blocksMax) {
      throw new XmlRefusal(`is one PmtInf more than the ${this.#limits.blocksMax} allowed`, place);
    }
    this.#open = { element, head: [], transfers: [] };
  }

  #takeElement({ path, element }: Extract<XmlPart, { kind: 'element' }>): void {
    if (path === `${MESSAGE}/GrpHdr`) this.#header = element;
    if (this.#open === undefined) return;
    if (element.name !== 'CdtTrfTxInf') return void this.#open.head.push(element);
    if (++this.#transactions > this.#limits.transactionsMax) {
      const reason = `is one transaction more than the ${this.#limits.transactionsMax} allowed`;
      throw new XmlRefusal(reason, { path, line: element.line });
    }
    this.#open.transfers.push(transferOf(element));
  }
}

function blockOf(
  { element, head, transfers }: OpenBlock,
  { timeZone }: Pick<InitiationLimits, 'timeZone'>,
): TransferBlock {
  const block = { ...element, children: head };
  const batchBooking = textAt(block, 'BtchBookg');
  // A date in version 03; a choice between date and time in version 09.
  const day = textAt(block, 'ReqdExctnDt', 'Dt') ?? textAt(block, 'ReqdExctnDt');
  const moment = textAt(block, 'ReqdExctnDt', 'DtTm');
  return given({
    paymentInformationId: textAt(block, 'PmtInfId') ?? '',
    method: textAt(block, 'PmtMtd') ?? '',
    batchBooking: batchBooking === undefined ? undefined : batchBooking === 'true' || batchBooking === '1',
    numberOfTransactions: textAt(block, 'NbOfTxs'),
    controlSum: textAt(block, 'CtrlSum'),
    requestedExecutionDate: dayOfTime(moment ?? day ?? '', timeZone),
    debtorName: textAt(block, 'Dbtr', 'Nm'),
    debtorIban: textAt(block, 'DbtrAcct', 'Id', 'IBAN'),
    debtorCurrency: textAt(block, 'DbtrAcct', 'Ccy'),
    chargeBearer: textAt(block, 'ChrgBr'),
    transfers,
  });
}

function transferOf(transfer: XmlElement): CreditTransfer {
  const ids = child(transfer, 'PmtId');
  const amount = child(transfer, 'Amt', 'InstdAmt');
  const agent = child(transfer, 'CdtrAgt', 'FinInstnId');
  const creditor = child(transfer, 'Cdtr');
  const account = child(transfer, 'CdtrAcct', 'Id');
  const remittance = child(transfer, 'RmtInf');
  const structured = child(remittance, 'Strd');
  const unstructured = childrenOf(remittance, 'Ustrd').map(({ text }) => text.trim());
  return given({
    instructionId: textAt(ids, 'InstrId'),
    endToEndId: textAt(ids, 'EndToEndId') ?? '',
    ...amountOf(amount),
    ultimateDebtor: textAt(transfer, 'UltmtDbtr', 'Nm'),
    // The first name is that of version 03, the second that of version 09.
    creditorAgent: textAt(agent, 'BIC') ?? textAt(agent, 'BICFI'),
    creditorName: textAt(creditor, 'Nm'),
    creditorAddress: addressOf(child(creditor, 'PstlAdr')),
    ultimateCreditor: textAt(transfer, 'UltmtCdtr', 'Nm'),
    creditorIban: textAt(account, 'IBAN'),
    creditorAccount: textAt(account, 'Othr', 'Id'),
    chargeBearer: textAt(transfer, 'ChrgBr'),
    purposeCode: textAt(transfer, 'Purp', 'Cd'),
    unstructured: unstructured.join(' ') || textAt(structured, 'AddtlRmtInf'),
    creditorReference: textAt(structured, 'CdtrRefInf', 'Ref'),
  });
}

/** Returns the parts that are present; they are validated later. */
function amountOf(element: XmlElement | undefined): { amount: string | undefined; currency: string | undefined } {
  const sent = textAt(element);
  const currency = element?.attributes.get('Ccy');
  const amount = sent === undefined ? undefined : fitDecimalForm(sent);
  return amount === undefined || currency === undefined
    ? { amount, currency }
    : withoutSpareZeroes({ amount, currency });
}

function addressOf(address: XmlElement | undefined): CreditTransfer['creditorAddress'] {
  const country = textAt(address, 'Ctry');
  if (country === undefined) return undefined;
  const texts = ADDRESS_ELEMENTS.map(([field, element]) => [field, textAt(address, element)] as const);
  return { ...given(Object.fromEntries(texts) as PostalAddress), country };
}

/** Removes undefined fields, so that they are absent in every copy. */
function given<T extends object>(fields: { [Key in keyof T]: T[Key] | undefined }): T {
  const present: { [Key in keyof T]?: T[Key] } = {};
  for (const name in fields) if (fields[name] !== undefined) present[name] = fields[name];
  return present as T;
}
