import { hasValidIbanCheckDigits, InstructedAmount, type ProductRow } from '@xs2a/contracts';
import {
  blockPath,
  type CreditTransfer,
  type Initiation,
  type TransferBlock,
  transferPath,
  XmlRefusal,
} from '@xs2a/iso20022';
import { isInEea, isSepaIban } from '../products/creditor-bank.ts';
import { referenceFault } from '../products/creditor-reference.ts';
import { sumOf, toScaled } from './exact-decimal.ts';

const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;
const UNSTRUCTURED_CHARACTERS_MAX = 140;

export interface MessageRules {
  readonly referenceCheckDigits: boolean;
  readonly product: Pick<ProductRow, 'currencies' | 'creditors'>;
}

/** A transfer that fulfils the rules: amount, name and account of the creditor are there. */
export type CheckedTransfer = CreditTransfer & {
  readonly amount: string;
  readonly currency: string;
  readonly creditorName: string;
} & ({ readonly creditorIban: string } | { readonly creditorIban?: never; readonly creditorAccount: string });

export type CheckedBlock = Omit<TransferBlock, 'transfers'> & {
  readonly debtorIban: string;
  readonly transfers: readonly CheckedTransfer[];
};

export type CheckedMessage = Omit<Initiation, 'blocks'> & { readonly blocks: readonly CheckedBlock[] };

function refuse(path: string, reason: string): never {
  throw new XmlRefusal(reason, { path });
}

/**
 * Checks a pain.001 beyond its schema (decision 24): counts and sums of the message and of each block,
 * accounts, amounts, charges and references. The refusal names the first element that is wrong.
 */
export function checkMessage(message: Initiation, rules: MessageRules): asserts message is CheckedMessage {
  const { blocks } = message;
  checkSums(
    'CstmrCdtTrfInitn/GrpHdr',
    message,
    blocks.flatMap(({ transfers }) => transfers),
  );
  for (const [index, block] of blocks.entries()) {
    checkBlock(blockPath(index), block);
    for (const [position, transfer] of block.transfers.entries()) {
      checkTransfer(transferPath(index, position), transfer, block, rules);
    }
  }
}

function checkSums(
  path: string,
  stated: { readonly numberOfTransactions?: string; readonly controlSum?: string },
  transfers: readonly CreditTransfer[],
): void {
  const { numberOfTransactions, controlSum } = stated;
  if (numberOfTransactions !== undefined && Number(numberOfTransactions) !== transfers.length) {
    refuse(`${path}/NbOfTxs`, `is not the number of transactions, which is ${transfers.length}`);
  }
  const sum = sumOf(transfers.map(({ amount = '' }) => amount));
  if (controlSum !== undefined && toScaled(controlSum) !== sum) {
    refuse(`${path}/CtrlSum`, 'is not the sum of the amounts');
  }
}

function checkBlock(path: string, block: TransferBlock): void {
  if (block.method !== 'TRF') refuse(`${path}/PmtMtd`, 'must be TRF');
  checkSums(path, block, block.transfers);
  checkIban(`${path}/DbtrAcct/Id`, block.debtorIban);
}

function checkIban(path: string, iban: string | undefined): void {
  if (iban === undefined) return refuse(path, 'must be an IBAN');
  if (!IBAN.test(iban)) refuse(`${path}/IBAN`, 'is not an IBAN');
  if (!hasValidIbanCheckDigits(iban)) refuse(`${path}/IBAN`, 'is an IBAN with wrong check digits');
}

function checkTransfer(path: string, transfer: CreditTransfer, block: TransferBlock, rules: MessageRules): void {
  checkAmount(path, transfer);
  if (transfer.creditorName === undefined) refuse(`${path}/Cdtr/Nm`, 'is needed');
  if (transfer.creditorIban !== undefined) checkIban(`${path}/CdtrAcct/Id`, transfer.creditorIban);
  else if (transfer.creditorAccount === undefined) refuse(`${path}/CdtrAcct`, 'is needed');
  checkProduct(path, transfer, rules.product);
  checkCharges(path, transfer, block);
  if ((transfer.unstructured?.length ?? 0) > UNSTRUCTURED_CHARACTERS_MAX) {
    refuse(`${path}/RmtInf/Ustrd`, `may have at most ${UNSTRUCTURED_CHARACTERS_MAX} characters in total`);
  }
  for (const [element, reference] of [
    ['PmtId/EndToEndId', transfer.endToEndId],
    ['RmtInf/Strd/CdtrRefInf/Ref', transfer.creditorReference],
  ] as const) {
    const fault =
      reference && referenceFault(reference, { checkDigits: rules.referenceCheckDigits, nationalOnly: false });
    if (fault) refuse(`${path}/${element}`, fault);
  }
}

function checkAmount(path: string, { amount, currency }: CreditTransfer): void {
  if (amount === undefined || currency === undefined) return refuse(`${path}/Amt`, 'must contain InstdAmt');
  const parsed = InstructedAmount.safeParse({ amount, currency });
  if (parsed.success) return;
  refuse(`${path}/Amt/InstdAmt`, parsed.error.issues[0]?.message ?? 'is not an amount');
}

function checkProduct(
  path: string,
  transfer: CreditTransfer,
  { currencies, creditors }: MessageRules['product'],
): void {
  const { currency = '', creditorIban } = transfer;
  if (currencies !== undefined && !currencies.includes(currency)) {
    refuse(`${path}/Amt/InstdAmt`, `must be in ${currencies.join(', ')}`);
  }
  if (creditors === 'sepa' && !(creditorIban !== undefined && isSepaIban(creditorIban))) {
    refuse(`${path}/CdtrAcct/Id`, 'must be an IBAN of a country in SEPA');
  }
}

/** Within the Union, payer and payee each pay the charges of their own bank (Directive 2015/2366 Art. 62(2)). */
function checkCharges(path: string, transfer: CreditTransfer, block: TransferBlock): void {
  if (block.chargeBearer !== undefined && transfer.chargeBearer !== undefined) {
    refuse(`${path}/ChrgBr`, 'is already given in PmtInf');
  }
  const bearer = transfer.chargeBearer ?? block.chargeBearer;
  const isShared = bearer === undefined || bearer === 'SLEV' || bearer === 'SHAR';
  if (isShared || transfer.creditorIban === undefined) return;
  if (isInEea({ creditorAccount: { iban: transfer.creditorIban } })) {
    refuse(`${path}/ChrgBr`, 'must be SLEV or SHAR within the EEA');
  }
}
