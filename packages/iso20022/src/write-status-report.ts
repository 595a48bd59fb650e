import type { TransactionStatus } from '@xs2a/contracts';
import { namespaceOf } from './schemas.ts';
import { type Written, XML_DECLARATION, xml, xmlWith } from './write-xml.ts';

/** Version 03 also answers initiations of version 09: its codes and ids say all that is known of them. */
export const STATUS_REPORT = 'pain.002.001.03';

/** What the schema of the message calls a status of the interface: of the whole, and of one transfer. */
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

/** What was asked for, as far as a status report repeats it. */
export interface ReportedBlock {
  readonly paymentInformationId: string;
  readonly numberOfTransactions?: string | undefined;
  readonly controlSum?: string | undefined;
  readonly transfers: readonly {
    readonly instructionId?: string | undefined;
    readonly endToEndId: string;
    /** Why this one was refused while others were not. */
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
  /** Of the whole. */
  readonly reasonCode?: string | undefined;
  readonly blocks: readonly ReportedBlock[];
}

/** A pain.002 with the status of the whole, of each block and of each transfer (decision 24). */
export function writeStatusReport({ id, createdAt, original, transactionStatus, ...report }: StatusReport): string {
  const { message, messageId, numberOfTransactions, controlSum } = original;
  const reasonCode = transactionStatus === 'CANC' ? CANCELLED : report.reasonCode;
  const whole = { transactionStatus, reasonCode };
  const group = xml(
    'OrgnlGrpInfAndSts',
    xml('OrgnlMsgId', messageId),
    xml('OrgnlMsgNmId', message),
    xml('OrgnlCreDtTm', original.createdAt),
    xml('OrgnlNbOfTxs', numberOfTransactions),
    xml('OrgnlCtrlSum', controlSum),
    xml('GrpSts', CODES[transactionStatus].group),
    reasonOf(reasonCode),
  );
  const document = xmlWith(
    'Document',
    { xmlns: namespaceOf(STATUS_REPORT) },
    xml(
      'CstmrPmtStsRpt',
      xml('GrpHdr', xml('MsgId', id), xml('CreDtTm', createdAt.toISOString())),
      group,
      ...report.blocks.map((block) => writeBlock(block, whole)),
    ),
  );
  return XML_DECLARATION + document.xml;
}

type Whole = Pick<StatusReport, 'transactionStatus' | 'reasonCode'>;

function writeBlock(
  { paymentInformationId, numberOfTransactions, controlSum, transfers }: ReportedBlock,
  whole: Whole,
) {
  const refused = transfers.filter(({ reasonCode }) => reasonCode !== undefined).length;
  return xml(
    'OrgnlPmtInfAndSts',
    xml('OrgnlPmtInfId', paymentInformationId),
    xml('OrgnlNbOfTxs', numberOfTransactions),
    xml('OrgnlCtrlSum', controlSum),
    xml('PmtInfSts', blockStatus(whole, refused, transfers.length)),
    ...transfers.map((transfer) => writeTransfer(transfer, whole)),
  );
}

/** Where the message ended in part, a block may have ended as a whole. */
function blockStatus({ transactionStatus }: Whole, refused: number, all: number): string {
  if (transactionStatus !== 'PART') return CODES[transactionStatus].group;
  if (refused === 0) return 'ACSC';
  return refused === all ? 'RJCT' : 'PART';
}

function writeTransfer({ instructionId, endToEndId, reasonCode }: ReportedBlock['transfers'][number], whole: Whole) {
  return xml(
    'TxInfAndSts',
    xml('OrgnlInstrId', instructionId),
    xml('OrgnlEndToEndId', endToEndId),
    xml('TxSts', reasonCode === undefined ? CODES[whole.transactionStatus].transfer : 'RJCT'),
    reasonOf(reasonCode ?? whole.reasonCode),
  );
}

function reasonOf(code: string | undefined): Written | undefined {
  return xml('StsRsnInf', xml('Rsn', xml('Cd', code)));
}
