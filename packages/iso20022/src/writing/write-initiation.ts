import type { StructuredReference } from '@xs2a/contracts';
import { namespaceOf, nationalNamespaceOf } from '../gate/schemas.ts';
import { ADDRESS_ELEMENTS, needsVersion09 } from '../postal-address.ts';
import type { CreditTransfer } from '../reading/initiation.ts';
import { buildXml, omitEmpty, XML_DECLARATION, type XmlMembers } from '../xml/build-xml.ts';
import { referenceContent } from './write-details.ts';

/** Version 09 only for fields that version 03 lacks: more banks read version 03. */
const VERSIONS = { usual: 'pain.001.001.03', wider: 'pain.001.001.09' } as const;
/** EPC guidelines: placeholder for a reference or an agent that the debtor does not give. */
export const NOT_PROVIDED = 'NOTPROVIDED';

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
  /** Replaces the date. */
  readonly requestedExecutionTime?: string | undefined;
  readonly categoryPurposeCode?: string | undefined;
  readonly debtorIban: string;
  readonly debtorCurrency?: string | undefined;
  readonly controlSum: string;
  readonly transfers: readonly WrittenTransfer[];
}

/** Writes a pain.001 with one block, in the national form if its texts need letters outside the SEPA Latin set. */
export function writeInitiation(message: WrittenInitiation, { isNational }: { isNational: boolean }): string {
  const { messageId, createdAt, controlSum, transfers, debtorIban, debtorCurrency, batchBooking } = message;
  const { requestedExecutionDate: day, requestedExecutionTime: time, categoryPurposeCode } = message;
  const is09 = time !== undefined || transfers.some(({ creditorAddress }) => needsVersion09(creditorAddress));
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
      ...(categoryPurposeCode !== undefined && { PmtTpInf: { CtgyPurp: { Cd: categoryPurposeCode } } }),
      ReqdExctnDt: is09 ? dayOrTime(day, time) : day,
      Dbtr: { Nm: NOT_PROVIDED },
      DbtrAcct: { Id: { IBAN: debtorIban }, ...(debtorCurrency !== undefined && { Ccy: debtorCurrency }) },
      DbtrAgt: { FinInstnId: { Othr: { Id: NOT_PROVIDED } } },
      CdtTrfTxInf: transfers.map((transfer) => transferContent(transfer, is09 ? 'BICFI' : 'BIC')),
    },
  };
  const version = is09 ? VERSIONS.wider : VERSIONS.usual;
  const namespace = isNational ? nationalNamespaceOf(version) : namespaceOf(version);
  return XML_DECLARATION + buildXml({ Document: { '@xmlns': namespace, CstmrCdtTrfInitn: initiation } });
}

function transferContent(transfer: WrittenTransfer, bic: 'BIC' | 'BICFI'): XmlMembers {
  const { amount, currency, creditorIban, creditorAccount, creditorReference } = transfer;
  const account = creditorIban === undefined ? { Othr: { Id: creditorAccount ?? '' } } : { IBAN: creditorIban };
  const reference = creditorReference && referenceContent(creditorReference);
  return {
    PmtId: omitEmpty({ InstrId: transfer.instructionId, EndToEndId: transfer.endToEndId ?? NOT_PROVIDED }) ?? {},
    Amt: { InstdAmt: { '@Ccy': currency, '#text': amount } },
    ...omitEmpty({
      ChrgBr: transfer.chargeBearer,
      UltmtDbtr: named(transfer.ultimateDebtor),
      CdtrAgt: transfer.creditorAgent && { FinInstnId: { [bic]: transfer.creditorAgent } },
    }),
    Cdtr: omitEmpty({ Nm: transfer.creditorName, PstlAdr: addressContent(transfer.creditorAddress) }) ?? {},
    CdtrAcct: { Id: account },
    ...omitEmpty({
      UltmtCdtr: named(transfer.ultimateCreditor),
      Purp: transfer.purposeCode && { Cd: transfer.purposeCode },
      RmtInf: omitEmpty({ Ustrd: transfer.unstructured, Strd: reference }),
    }),
  };
}

/** A choice in version 09. */
function dayOrTime(day: string, time: string | undefined): XmlMembers {
  return time === undefined ? { Dt: day } : { DtTm: time };
}

function named(name: string | undefined): XmlMembers | undefined {
  return name === undefined ? undefined : { Nm: name };
}

function addressContent(address: WrittenTransfer['creditorAddress']): XmlMembers | undefined {
  if (address === undefined) return undefined;
  const texts = ADDRESS_ELEMENTS.map(([field, element]) => [element, address[field]] as const);
  return omitEmpty({ ...Object.fromEntries(texts), Ctry: address.country });
}
