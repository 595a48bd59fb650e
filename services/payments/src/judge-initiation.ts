import { hasValidIbanCheckDigits, InstructedAmount } from '@xs2a/contracts';
import {
  blockPath,
  type CreditTransfer,
  type Initiation,
  type TransferBlock,
  transferPath,
  XmlRefusal,
} from '@xs2a/iso20022';
import { isInEea } from './creditor-bank.ts';
import { referenceFault } from './creditor-reference.ts';
import { sumOf, toScaled } from './exact-decimal.ts';

const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;
const UNSTRUCTURED_CHARACTERS_MAX = 140;

export interface InitiationRules {
  readonly referenceCheckDigits: boolean;
}

function refuse(path: string, reason: string): never {
  throw new XmlRefusal(reason, { path });
}

/**
 * What a pain.001 must fulfil beyond its schema (field guide 3.4, 8.5 and 11): counts and sums of the whole and of each
 * block, accounts, amounts, charges, references. The refusal names the first element that does not.
 */
export function judgeInitiation(initiation: Initiation, rules: InitiationRules): void {
  const { blocks } = initiation;
  judgeSums(
    'CstmrCdtTrfInitn/GrpHdr',
    initiation,
    blocks.flatMap(({ transfers }) => transfers),
  );
  for (const [index, block] of blocks.entries()) {
    judgeBlock(blockPath(index), block);
    for (const [position, transfer] of block.transfers.entries()) {
      judgeTransfer(transferPath(index, position), transfer, block, rules);
    }
  }
}

function judgeSums(
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

function judgeBlock(path: string, block: TransferBlock): void {
  if (block.method !== 'TRF') refuse(`${path}/PmtMtd`, 'must be TRF');
  judgeSums(path, block, block.transfers);
  judgeIban(`${path}/DbtrAcct/Id`, block.debtorIban);
}

function judgeIban(path: string, iban: string | undefined): void {
  if (iban === undefined) return refuse(path, 'needs an IBAN');
  if (!IBAN.test(iban)) refuse(`${path}/IBAN`, 'is no IBAN');
  if (!hasValidIbanCheckDigits(iban)) refuse(`${path}/IBAN`, 'is an IBAN with wrong check digits');
}

function judgeTransfer(path: string, transfer: CreditTransfer, block: TransferBlock, rules: InitiationRules): void {
  judgeAmount(path, transfer);
  if (transfer.creditorName === undefined) refuse(`${path}/Cdtr/Nm`, 'is needed');
  if (transfer.creditorIban !== undefined) judgeIban(`${path}/CdtrAcct/Id`, transfer.creditorIban);
  else if (transfer.creditorAccount === undefined) refuse(`${path}/CdtrAcct`, 'is needed');
  judgeCharges(path, transfer, block);
  if ((transfer.unstructured?.length ?? 0) > UNSTRUCTURED_CHARACTERS_MAX) {
    refuse(`${path}/RmtInf/Ustrd`, `may have ${UNSTRUCTURED_CHARACTERS_MAX} characters in all`);
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

function judgeAmount(path: string, { amount, currency }: CreditTransfer): void {
  if (amount === undefined || currency === undefined) return refuse(`${path}/Amt`, 'needs InstdAmt');
  const parsed = InstructedAmount.safeParse({ amount, currency });
  if (parsed.success) return;
  refuse(`${path}/Amt/InstdAmt`, parsed.error.issues[0]?.message ?? 'is no amount');
}

/** Within the Union payer and payee each pay what their own bank charges (Directive 2015/2366 Art. 62(2)). */
function judgeCharges(path: string, transfer: CreditTransfer, block: TransferBlock): void {
  if (block.chargeBearer !== undefined && transfer.chargeBearer !== undefined) {
    refuse(`${path}/ChrgBr`, 'stands in its PmtInf already');
  }
  const bearer = transfer.chargeBearer ?? block.chargeBearer;
  const isShared = bearer === undefined || bearer === 'SLEV' || bearer === 'SHAR';
  if (isShared || transfer.creditorIban === undefined) return;
  if (isInEea({ creditorAccount: { iban: transfer.creditorIban } })) {
    refuse(`${path}/ChrgBr`, 'must be SLEV or SHAR within the EEA');
  }
}
