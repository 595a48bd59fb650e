import type { TransactionStatus } from '@xs2a/contracts';
import { namespaceOf } from '../gate/schemas.ts';
import { buildXml, omitEmpty, XML_DECLARATION, type XmlMembers } from '../xml/build-xml.ts';

/** Version 03 also answers initiations of version 09: its codes and ids suffice. */
const STATUS_REPORT = 'pain.002.001.03';

/** Status codes of the message for a status of the interface: of the group, and of one transfer. */
const CODES: Readonly<Record<TransactionStatus, { readonly group: string; readonly transfer: string }>> = {
  RCVD: { group: 'RCVD', transfer: 'PDNG' },
  PATC: { group: 'PDNG', transfer: 'PDNG' },
  PDNG: { group: 'PDNG', transfer: 'PDNG' },
  ACTC: { group: 'ACTC', transfer: 'ACTC' },
  ACWC: { group: 'ACWC', transfer: 'ACWC' },
  ACCP: { group: 'ACCP', transfer: 'ACCP' },
  ACFC: { group: 'ACCP', transfer: 'ACCP' },
  ACSP: { group: 'ACSP', transfer: 'ACSP' },
  ACWP: { group: 'ACSP', transfer: 'ACSP' },
  ACSC: { group: 'ACSC', transfer: 'ACSC' },
  ACCC: { group: 'ACSC', transfer: 'ACSC' },
  PART: { group: 'PART', transfer: 'ACSC' },
  RJCT: { group: 'RJCT', transfer: 'RJCT' },
  CANC: { group: 'RJCT', transfer: 'RJCT' },
};
/** ISO 20022 external status reason: an authorised user has cancelled the order. */
const CANCELLED = 'DS02';

/** Parts of the request that a status report repeats. */
export interface ReportedBlock {
  readonly paymentInformationId: string;
  readonly numberOfTransactions?: string | undefined;
  readonly controlSum?: string | undefined;
  readonly transfers: readonly {
    readonly instructionId?: string | undefined;
    readonly endToEndId: string;
    /** Reason for the refusal of this single transfer. */
    readonly reasonCode?: string | undefined;
  }[];
}

export interface StatusReport {
  readonly id: string;
  readonly createdAt: Date;
  readonly original: {
    readonly message: string;
    readonly messageId: string;
    readonly createdAt: string;
    readonly numberOfTransactions: string;
    readonly controlSum?: string | undefined;
  };
  readonly transactionStatus: TransactionStatus;
  /** Reason for the refusal of the whole message. */
  readonly reasonCode?: string | undefined;
  readonly blocks: readonly ReportedBlock[];
}

/** Writes a pain.002 with the status of the whole, of each block and of each transfer (decision 24). */
export function writeStatusReport({ id, createdAt, original, transactionStatus, ...report }: StatusReport): string {
  const reasonCode = transactionStatus === 'CANC' ? CANCELLED : report.reasonCode;
  const whole = { transactionStatus, reasonCode };
  const group = omitEmpty({
    OrgnlMsgId: original.messageId,
    OrgnlMsgNmId: original.message,
    OrgnlCreDtTm: original.createdAt,
    OrgnlNbOfTxs: original.numberOfTransactions,
    OrgnlCtrlSum: original.controlSum,
    GrpSts: CODES[transactionStatus].group,
    StsRsnInf: reasonContent(reasonCode),
  });
  const content = omitEmpty({
    GrpHdr: { MsgId: id, CreDtTm: createdAt.toISOString() },
    OrgnlGrpInfAndSts: group,
    OrgnlPmtInfAndSts: report.blocks.map((block) => blockContent(block, whole)),
  });
  const document = { '@xmlns': namespaceOf(STATUS_REPORT), CstmrPmtStsRpt: content ?? {} };
  return XML_DECLARATION + buildXml({ Document: document });
}

type WholeStatus = Pick<StatusReport, 'transactionStatus' | 'reasonCode'>;

function blockContent(
  { paymentInformationId, numberOfTransactions, controlSum, transfers }: ReportedBlock,
  whole: WholeStatus,
): XmlMembers {
  const refused = transfers.filter(({ reasonCode }) => reasonCode !== undefined).length;
  const content = omitEmpty({
    OrgnlPmtInfId: paymentInformationId,
    OrgnlNbOfTxs: numberOfTransactions,
    OrgnlCtrlSum: controlSum,
    PmtInfSts: blockStatus(whole, refused, transfers.length),
    TxInfAndSts: transfers.map((transfer) => transferContent(transfer, whole)),
  });
  return content ?? {};
}

/** If the message was partially executed, a block may still have been executed or rejected as a whole. */
function blockStatus({ transactionStatus }: WholeStatus, refused: number, all: number): string {
  if (transactionStatus !== 'PART') return CODES[transactionStatus].group;
  if (refused === 0) return 'ACSC';
  return refused === all ? 'RJCT' : 'PART';
}

function transferContent(
  { instructionId, endToEndId, reasonCode }: ReportedBlock['transfers'][number],
  whole: WholeStatus,
): XmlMembers {
  const content = omitEmpty({
    OrgnlInstrId: instructionId,
    OrgnlEndToEndId: endToEndId,
    TxSts: reasonCode === undefined ? CODES[whole.transactionStatus].transfer : 'RJCT',
    StsRsnInf: reasonContent(reasonCode ?? whole.reasonCode),
  });
  return content ?? {};
}

function reasonContent(code: string | undefined): XmlMembers | undefined {
  return omitEmpty({ Rsn: omitEmpty({ Cd: code }) });
}
