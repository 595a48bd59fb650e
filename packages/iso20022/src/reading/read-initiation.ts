import { checkStream, type OnWrongValues } from '../gate/check-stream.ts';
import { messageOf, namespacesOf } from '../gate/schemas.ts';
import { streamXml, type XmlPart } from '../gate/stream-xml.ts';
import { STREAM_LIMITS } from '../gate/xml-limits.ts';
import { XmlRefusal } from '../gate/xml-refusal.ts';
import { contentOf, textOf } from '../xml/content-of.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import type { CreditTransfer, Initiation, TransferBlock } from './initiation.ts';
import type { CreditTransferInformation, GroupHeader, PaymentInformation } from './pain-001-content.ts';

const MESSAGE = '/Document/CstmrCdtTrfInitn';
const CONTAINERS = ['/Document', MESSAGE, `${MESSAGE}/PmtInf`];
const REPEATED = ['PmtInf', 'CdtTrfTxInf'];
const ACCEPTED = namespacesOf('pain.001');
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
/** `head` is what stands in the block before and beside its transfers. */
type OpenBlock = { head: XmlElement[]; transfers: CreditTransfer[] };

/** Who looks on while a message is read. */
interface Observer {
  /** Sees every part. */
  readonly inspect?: (element: XmlElement, path: string, namespace: string) => void;
  /** Gets the values that do not fit the schema. Without it, such a message is refused; with it, it is read as it is. */
  readonly onWrongValues?: OnWrongValues;
}

/**
 * Reads a pain.001 piece by piece, so that only what is returned grows with its length. Content is built of pieces that
 * have passed the schema of the message. Throws an {@link XmlRefusal}.
 */
export async function readInitiation(
  bytes: Uint8Array,
  limits: InitiationLimits,
  { inspect, onWrongValues }: Observer = {},
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
  for await (const part of checkStream(parts, { repeated: REPEATED, accepted: ACCEPTED, onWrongValues })) {
    reading.take(part);
    if (part.kind === 'element') inspect?.(part.element, part.path, reading.namespace);
  }
  return reading.result();
}

class InitiationReading {
  namespace = '';
  readonly #limits: InitiationLimits;
  readonly #blocks: TransferBlock[] = [];
  #header: GroupHeader | undefined;
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
    const controlSum = textOf(header?.CtrlSum);
    return {
      message: messageOf(this.namespace) ?? '',
      namespace: this.namespace,
      messageId: textOf(header?.MsgId) ?? '',
      createdAt: textOf(header?.CreDtTm) ?? '',
      numberOfTransactions: textOf(header?.NbOfTxs) ?? '',
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
    this.#open = { head: [], transfers: [] };
  }

  #takeElement({ path, element }: Extract<XmlPart, { kind: 'element' }>): void {
    if (path === `${MESSAGE}/GrpHdr`) this.#header = contentOf<{ GrpHdr: GroupHeader }>([element]).GrpHdr;
    if (this.#open === undefined) return;
    if (element.name !== 'CdtTrfTxInf') return void this.#open.head.push(element);
    if (++this.#transactions > this.#limits.transactionsMax) {
      const reason = `is one transaction more than the ${this.#limits.transactionsMax} allowed`;
      throw new XmlRefusal(reason, { path, line: element.line });
    }
    const { CdtTrfTxInf } = contentOf<{ CdtTrfTxInf: CreditTransferInformation }>([element]);
    this.#open.transfers.push(transferOf(CdtTrfTxInf));
  }
}

function blockOf({ head, transfers }: OpenBlock): TransferBlock {
  const block = contentOf<PaymentInformation>(head);
  const batchBooking = textOf(block.BtchBookg);
  const { ReqdExctnDt: execution } = block;
  const day = typeof execution === 'string' ? execution : (execution.Dt ?? execution.DtTm);
  return given({
    paymentInformationId: textOf(block.PmtInfId) ?? '',
    method: textOf(block.PmtMtd) ?? '',
    batchBooking: batchBooking === undefined ? undefined : batchBooking === 'true' || batchBooking === '1',
    numberOfTransactions: textOf(block.NbOfTxs),
    controlSum: textOf(block.CtrlSum),
    requestedExecutionDate: (textOf(day) ?? '').slice(0, 10),
    debtorName: textOf(block.Dbtr.Nm),
    debtorIban: textOf(block.DbtrAcct.Id.IBAN),
    debtorCurrency: textOf(block.DbtrAcct.Ccy),
    chargeBearer: textOf(block.ChrgBr),
    transfers,
  });
}

function transferOf(transfer: CreditTransferInformation): CreditTransfer {
  const { PmtId: ids, Amt: amount, CdtrAcct: account, RmtInf: remittance } = transfer;
  const [structured] = remittance?.Strd ?? [];
  const unstructured = remittance?.Ustrd?.map((text) => textOf(text) ?? '').join(' ');
  return given({
    instructionId: textOf(ids.InstrId),
    endToEndId: textOf(ids.EndToEndId) ?? '',
    amount: textOf(amount.InstdAmt),
    currency: amount.InstdAmt?.['@Ccy'],
    ultimateDebtor: textOf(transfer.UltmtDbtr?.Nm),
    creditorAgent: textOf(transfer.CdtrAgt?.FinInstnId?.BIC ?? transfer.CdtrAgt?.FinInstnId?.BICFI),
    creditorName: textOf(transfer.Cdtr?.Nm),
    creditorAddress: addressOf(transfer.Cdtr?.PstlAdr),
    ultimateCreditor: textOf(transfer.UltmtCdtr?.Nm),
    creditorIban: textOf(account?.Id.IBAN),
    creditorAccount: textOf(account?.Id.Othr?.Id),
    chargeBearer: textOf(transfer.ChrgBr),
    purposeCode: textOf(transfer.Purp?.Cd),
    unstructured: unstructured || textOf(structured?.AddtlRmtInf?.[0]),
    creditorReference: textOf(structured?.CdtrRefInf?.Ref),
  });
}

function addressOf(
  address: NonNullable<CreditTransferInformation['Cdtr']>['PstlAdr'],
): CreditTransfer['creditorAddress'] {
  const country = textOf(address?.Ctry);
  if (country === undefined) return undefined;
  return given({
    streetName: textOf(address?.StrtNm),
    buildingNumber: textOf(address?.BldgNb),
    postCode: textOf(address?.PstCd),
    townName: textOf(address?.TwnNm),
    country,
  });
}

/** Absent, not undefined: what is left out here is left out in every copy of it. */
function given<T extends object>(fields: { [Key in keyof T]: T[Key] | undefined }): Mutable<T> {
  for (const name of Object.keys(fields) as (keyof T)[]) if (fields[name] === undefined) delete fields[name];
  return fields as Mutable<T>;
}
