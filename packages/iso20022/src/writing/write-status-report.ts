import { CANCELLED_REASON, GROUP_STATUSES, type TransactionStatus } from '@xs2a/contracts';
import { namespaceOf } from '../gate/schemas.ts';
import { buildXml, omitEmpty, XML_DECLARATION, type XmlMembers } from '../xml/build-xml.ts';

/** Version 03 also answers initiations of version 09: its codes and ids suffice. */
const STATUS_REPORT = 'pain.002.001.03';

/** Codes of a transfer that differ from that of its group. */
const TRANSFER_CODES: Readonly<Partial<Record<TransactionStatus, string>>> = { RCVD: 'PDNG', PART: 'ACSC' };

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
  const reasonCode = transactionStatus === 'CANC' ? CANCELLED_REASON : report.reasonCode;
  const whole = { transactionStatus, reasonCode };
  const group = omitEmpty({
    OrgnlMsgId: original.messageId,
    OrgnlMsgNmId: original.message,
    OrgnlCreDtTm: original.createdAt,
    OrgnlNbOfTxs: original.numberOfTransactions,
    OrgnlCtrlSum: original.controlSum,
    GrpSts: groupCode(transactionStatus),
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

/** Version 03 has no ACCC. */
function groupCode(status: TransactionStatus): string {
  return status === 'ACCC' ? 'ACSC' : GROUP_STATUSES[status];
}

function transferCode(status: TransactionStatus): string {
  return TRANSFER_CODES[status] ?? groupCode(status);
}

/** If the message was partially executed, a block may still have been executed or rejected as a whole. */
function blockStatus({ transactionStatus }: WholeStatus, refused: number, all: number): string {
  if (transactionStatus !== 'PART') return groupCode(transactionStatus);
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
    TxSts: reasonCode === undefined ? transferCode(whole.transactionStatus) : 'RJCT',
    StsRsnInf: reasonContent(reasonCode ?? whole.reasonCode),
  });
  return content ?? {};
}

function reasonContent(code: string | undefined): XmlMembers | undefined {
  return omitEmpty({ Rsn: omitEmpty({ Cd: code }) });
}
