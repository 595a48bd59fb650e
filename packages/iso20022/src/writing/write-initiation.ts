import type { StructuredReference } from '@xs2a/contracts';
import { namespaceOf, nationalNamespaceOf } from '../gate/schemas.ts';
import type { CreditTransfer } from '../reading/initiation.ts';
import { buildXml, present, XML_DECLARATION, type XmlMembers } from '../xml/build-xml.ts';
import { referenceContent } from './write-details.ts';

const INITIATION = 'pain.001.001.03';
/** EPC guidelines: placeholder for a reference or an agent that the debtor does not give. */
const NOT_PROVIDED = 'NOTPROVIDED';

type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };
/** One transfer to be written. */
type WrittenTransfer = Optional<Omit<CreditTransfer, 'amount' | 'currency' | 'creditorName' | 'creditorReference'>> &
  Required<Pick<CreditTransfer, 'amount' | 'currency' | 'creditorName'>> & {
    readonly creditorReference?: StructuredReference | undefined;
  };

/** A message with one block. */
export interface WrittenInitiation {
  readonly messageId: string;
  readonly createdAt: Date;
  readonly paymentInformationId: string;
  readonly batchBooking?: boolean | undefined;
  readonly requestedExecutionDate: string;
  readonly debtorIban: string;
  readonly debtorCurrency?: string | undefined;
  readonly controlSum: string;
  readonly transfers: readonly WrittenTransfer[];
}

/** Writes a pain.001 with one block, in the national form if its texts need letters outside the SEPA Latin set. */
export function writeInitiation(message: WrittenInitiation, { isNational }: { isNational: boolean }): string {
  const { messageId, createdAt, controlSum, transfers, debtorIban, debtorCurrency, batchBooking } = message;
  const counted = { NbOfTxs: String(transfers.length), CtrlSum: controlSum };
  const initiation: XmlMembers = {
    GrpHdr: {
      MsgId: messageId,
      CreDtTm: createdAt.toISOString().slice(0, 19),
      ...counted,
      InitgPty: { Nm: NOT_PROVIDED },
    },
    PmtInf: {
      PmtInfId: message.paymentInformationId,
      PmtMtd: 'TRF',
      ...(batchBooking !== undefined && { BtchBookg: String(batchBooking) }),
      ...counted,
      ReqdExctnDt: message.requestedExecutionDate,
      Dbtr: { Nm: NOT_PROVIDED },
      DbtrAcct: { Id: { IBAN: debtorIban }, ...(debtorCurrency !== undefined && { Ccy: debtorCurrency }) },
      DbtrAgt: { FinInstnId: { Othr: { Id: NOT_PROVIDED } } },
      CdtTrfTxInf: transfers.map(transferContent),
    },
  };
  const namespace = isNational ? nationalNamespaceOf(INITIATION) : namespaceOf(INITIATION);
  return XML_DECLARATION + buildXml({ Document: { '@xmlns': namespace, CstmrCdtTrfInitn: initiation } });
}

function transferContent(transfer: WrittenTransfer): XmlMembers {
  const { amount, currency, creditorIban, creditorAccount, creditorReference } = transfer;
  const account = creditorIban === undefined ? { Othr: { Id: creditorAccount ?? '' } } : { IBAN: creditorIban };
  const reference = creditorReference && referenceContent(creditorReference);
  return {
    PmtId: present({ InstrId: transfer.instructionId, EndToEndId: transfer.endToEndId ?? NOT_PROVIDED }) ?? {},
    Amt: { InstdAmt: { '@Ccy': currency, '#text': amount } },
    ...present({
      ChrgBr: transfer.chargeBearer,
      UltmtDbtr: named(transfer.ultimateDebtor),
      CdtrAgt: transfer.creditorAgent && { FinInstnId: { BIC: transfer.creditorAgent } },
    }),
    Cdtr: present({ Nm: transfer.creditorName, PstlAdr: addressContent(transfer.creditorAddress) }) ?? {},
    CdtrAcct: { Id: account },
    ...present({
      UltmtCdtr: named(transfer.ultimateCreditor),
      Purp: transfer.purposeCode && { Cd: transfer.purposeCode },
      RmtInf: present({ Ustrd: transfer.unstructured, Strd: reference }),
    }),
  };
}

function named(name: string | undefined): XmlMembers | undefined {
  return name === undefined ? undefined : { Nm: name };
}

function addressContent(address: WrittenTransfer['creditorAddress']): XmlMembers | undefined {
  if (address === undefined) return undefined;
  const { streetName, buildingNumber, postCode, townName, country } = address;
  return present({ StrtNm: streetName, BldgNb: buildingNumber, PstCd: postCode, TwnNm: townName, Ctry: country });
}
