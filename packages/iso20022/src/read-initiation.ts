import { checkStream } from './check-stream.ts';
import type { CreditTransfer, Initiation, TransferBlock } from './initiation.ts';
import { messageOf } from './schemas.ts';
import { streamXml, type XmlPart } from './stream-xml.ts';
import { textAt, type XmlElement } from './xml-element.ts';
import { STREAM_LIMITS } from './xml-limits.ts';
import { XmlRefusal } from './xml-refusal.ts';

const MESSAGE = '/Document/CstmrCdtTrfInitn';
const CONTAINERS = ['/Document', MESSAGE, `${MESSAGE}/PmtInf`];
/** Elements of one `CdtTrfTxInf`, or of a head: some dozens. */
const ELEMENTS_PER_PART_MAX = 2_000;
/** The longest text of pain.001 has 2,048 characters. */
const TOKEN_BYTES_MAX = 16_384;

export interface InitiationLimits {
  readonly bytesMax: number;
  readonly transactionsMax: number;
  readonly blocksMax: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type OpenBlock = { head: XmlElement[]; transfers: CreditTransfer[] };

/**
 * Reads a pain.001, checking it by the schema of its namespace: piece by piece, so that only what is returned grows with
 * its length. `inspect` sees every part of it. Throws an {@link XmlRefusal}.
 */
export async function readInitiation(
  bytes: Uint8Array,
  limits: InitiationLimits,
  inspect: (element: XmlElement, path: string, namespace: string) => void = () => undefined,
): Promise<Initiation> {
  if (bytes.length > limits.bytesMax) throw new XmlRefusal(`has more than ${limits.bytesMax} bytes`);
  const streamLimits = {
    ...STREAM_LIMITS,
    bytesMax: limits.bytesMax,
    elementsMax: ELEMENTS_PER_PART_MAX,
    tokenBytesMax: TOKEN_BYTES_MAX,
  };
  const reading = new InitiationReading(limits);
  const parts = streamXml([bytes], { containers: CONTAINERS, limits: streamLimits });
  for await (const part of checkStream(parts, { repeated: ['PmtInf', 'CdtTrfTxInf'] })) {
    reading.take(part);
    if (part.kind === 'element') inspect(part.element, part.path, reading.namespace);
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
      this.#blocks.push(blockOf(this.#open));
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
    if (path === '/Document') {
      this.namespace = namespace;
      if (!messageOf(namespace)?.startsWith('pain.001')) throw new XmlRefusal('is no pain.001 message', place);
    }
    if (element.name !== 'PmtInf') return;
    if (this.#blocks.length >= this.#limits.blocksMax) {
      throw new XmlRefusal(`is one PmtInf more than the ${this.#limits.blocksMax} allowed`, place);
    }
    this.#open = { head: [], transfers: [] };
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

function blockOf({ head, transfers }: OpenBlock): TransferBlock {
  const element: XmlElement = { name: 'PmtInf', attributes: new Map(), children: head, text: '', ordinal: 1, line: 1 };
  const batchBooking = textAt(element, 'BtchBookg');
  // Version 09 has a choice between day and moment where version 03 has a day.
  const day = textAt(element, 'ReqdExctnDt', 'Dt') ?? textAt(element, 'ReqdExctnDt', 'DtTm');
  return given({
    paymentInformationId: textAt(element, 'PmtInfId') ?? '',
    method: textAt(element, 'PmtMtd') ?? '',
    batchBooking: batchBooking === undefined ? undefined : batchBooking === 'true' || batchBooking === '1',
    numberOfTransactions: textAt(element, 'NbOfTxs'),
    controlSum: textAt(element, 'CtrlSum'),
    requestedExecutionDate: (day ?? textAt(element, 'ReqdExctnDt') ?? '').slice(0, 10),
    debtorName: textAt(element, 'Dbtr', 'Nm'),
    debtorIban: textAt(element, 'DbtrAcct', 'Id', 'IBAN'),
    debtorCurrency: textAt(element, 'DbtrAcct', 'Ccy'),
    chargeBearer: textAt(element, 'ChrgBr'),
    transfers,
  });
}

function transferOf(element: XmlElement): CreditTransfer {
  const amount = element.children.find(({ name }) => name === 'Amt')?.children.find(({ name }) => name === 'InstdAmt');
  const remittance = element.children.find(({ name }) => name === 'RmtInf');
  const unstructured = remittance?.children.filter(({ name }) => name === 'Ustrd').map(({ text }) => text.trim());
  const additional = textAt(remittance, 'Strd', 'AddtlRmtInf');
  return given({
    instructionId: textAt(element, 'PmtId', 'InstrId'),
    endToEndId: textAt(element, 'PmtId', 'EndToEndId') ?? '',
    amount: amount?.text.trim(),
    currency: amount?.attributes.get('Ccy'),
    creditorName: textAt(element, 'Cdtr', 'Nm'),
    creditorIban: textAt(element, 'CdtrAcct', 'Id', 'IBAN'),
    creditorAccount: textAt(element, 'CdtrAcct', 'Id', 'Othr', 'Id'),
    chargeBearer: textAt(element, 'ChrgBr'),
    purposeCode: textAt(element, 'Purp', 'Cd'),
    unstructured: unstructured?.join(' ') || additional,
    creditorReference: textAt(remittance, 'Strd', 'CdtrRefInf', 'Ref'),
  });
}

/** Absent, not undefined: what is left out here is left out in every copy of it. */
function given<T extends object>(fields: { [Key in keyof T]: T[Key] | undefined }): Mutable<T> {
  for (const name of Object.keys(fields) as (keyof T)[]) if (fields[name] === undefined) delete fields[name];
  return fields as Mutable<T>;
}
