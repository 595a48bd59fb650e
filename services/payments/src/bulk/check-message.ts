import {
  hasValidIbanCheckDigits,
  instructedAmountFault,
  isSepaIban,
  PAYMENT_TEXT_MAX,
  type ProductRow,
  WHOLE_DIGITS_MAX,
} from '@xs2a/contracts';
import {
  blockPath,
  type CreditTransfer,
  type Initiation,
  refuseXmlFaults,
  type TransferBlock,
  transferPath,
  XML_FAULTS_MAX,
  type XmlFault,
} from '@xs2a/iso20022';
import { isInEea } from '../products/creditor-bank.ts';
import { referenceFault } from '../products/creditor-reference.ts';
import { toScaled } from './exact-decimal.ts';

const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;
/** Upper bound on totals, above any amount. The PSU approves the total of each currency as one amount. */
const TOTAL_MAX = toScaled(`1${'0'.repeat(WHOLE_DIGITS_MAX)}`) ?? 0n;

export interface MessageRules {
  readonly referenceCheckDigits: boolean;
  readonly product: Pick<ProductRow, 'currencies' | 'creditors'>;
}

/** A transfer that conforms to the rules and has amount, name and account of the creditor. */
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

/** Records a fault of an element. */
type Note = (path: string, reason: string) => void;

/**
 * Checks a pain.001 beyond its schema (decision 24): counts and sums of the message and of each block, accounts, amounts, charges
 * and references. The refusal names all faults beside `found`, up to a limit; for each element only the first.
 */
export function checkMessage(
  message: Initiation,
  rules: MessageRules,
  found: readonly XmlFault[] = [],
): asserts message is CheckedMessage {
  const { blocks } = message;
  const faults: XmlFault[] = [];
  const note: Note = (path, reason) => {
    if (faults.some((known) => isWithin(path, placeOf(known)) || isWithin(placeOf(known), path))) return;
    if (faults.push({ path, reason }) >= XML_FAULTS_MAX) refuseXmlFaults(faults);
  };
  for (const fault of found) note(placeOf(fault), fault.reason);
  const totals = blocks.map((block) => ({ block, total: totalOf(block.transfers) }));
  const all = sumTotals(totals.map(({ total }) => total));
  checkSums(note, 'CstmrCdtTrfInitn/GrpHdr', message, all);
  // If the sum over all currencies is in bounds, so is each currency.
  if (all.sum === undefined || all.sum >= TOTAL_MAX) checkTotals(note, message);
  checkBlockIds(note, blocks);
  for (const [index, { block, total }] of totals.entries()) {
    checkBlock(note, blockPath(index), block, total);
    for (const [position, transfer] of block.transfers.entries()) {
      checkTransfer(note, transferPath(index, position), transfer, block, rules);
    }
  }
  refuseXmlFaults(faults);
}

/** Returns the element of a fault, without the root. */
function placeOf({ path = '' }: XmlFault): string {
  return path.replace(/^\/Document\//, '');
}

function isWithin(path: string, container: string): boolean {
  return path === container || path.startsWith(`${container}/`);
}

/** Number and sum of the transfers; without a sum if an amount is invalid. */
interface Total {
  readonly count: number;
  readonly sum: bigint | undefined;
}

function totalOf(transfers: readonly CreditTransfer[]): Total {
  let sum: bigint | undefined = 0n;
  for (const { amount = '' } of transfers) {
    const scaled = toScaled(amount);
    sum = sum === undefined || scaled === undefined ? undefined : sum + scaled;
  }
  return { count: transfers.length, sum };
}

function sumTotals(totals: readonly Total[]): Total {
  return totals.reduce(
    (all, { count, sum }) => ({
      count: all.count + count,
      sum: all.sum === undefined || sum === undefined ? undefined : all.sum + sum,
    }),
    { count: 0, sum: 0n },
  );
}

function checkSums(
  note: Note,
  path: string,
  stated: { readonly numberOfTransactions?: string; readonly controlSum?: string },
  { count, sum }: Total,
): void {
  const { numberOfTransactions, controlSum } = stated;
  if (numberOfTransactions !== undefined && Number(numberOfTransactions) !== count) {
    note(`${path}/NbOfTxs`, `is not the number of transactions, which is ${count}`);
  }
  // A sum with invalid amounts would blame the wrong element.
  if (controlSum === undefined || sum === undefined) return;
  if (toScaled(controlSum) !== sum) note(`${path}/CtrlSum`, 'is not the sum of the amounts');
}

function checkTotals(note: Note, { blocks, controlSum }: Initiation): void {
  const sums = new Map<string, bigint>();
  for (const { amount = '', currency = '' } of blocks.flatMap(({ transfers }) => transfers)) {
    const scaled = toScaled(amount);
    // An amount that is too large by itself is reported at its own element.
    if (scaled !== undefined && scaled < TOTAL_MAX) sums.set(currency, (sums.get(currency) ?? 0n) + scaled);
  }
  const [tooLarge] = [...sums].find(([, sum]) => sum >= TOTAL_MAX) ?? [];
  if (tooLarge === undefined) return;
  const path = `CstmrCdtTrfInitn/GrpHdr${controlSum === undefined ? '' : '/CtrlSum'}`;
  note(path, `must be for a total of at most ${WHOLE_DIGITS_MAX} digits before the point in ${tooLarge}`);
}

/** The status of a block is reported by its PmtInfId alone. */
function checkBlockIds(note: Note, blocks: readonly TransferBlock[]): void {
  const indexes = Map.groupBy(blocks.keys(), (index) => blocks[index]?.paymentInformationId);
  for (const same of indexes.values()) {
    if (same.length === 1) continue;
    for (const index of same) note(`${blockPath(index)}/PmtInfId`, 'must differ from that of every other PmtInf');
  }
}

function checkBlock(note: Note, path: string, block: TransferBlock, total: Total): void {
  if (block.method !== 'TRF') note(`${path}/PmtMtd`, 'must be TRF');
  checkSums(note, path, block, total);
  checkIban(note, `${path}/DbtrAcct/Id`, block.debtorIban);
}

function checkIban(note: Note, path: string, iban: string | undefined): void {
  if (iban === undefined) note(path, 'must be an IBAN');
  else if (!IBAN.test(iban)) note(`${path}/IBAN`, 'is not an IBAN');
  else if (!hasValidIbanCheckDigits(iban)) note(`${path}/IBAN`, 'is an IBAN with wrong check digits');
}

function checkTransfer(
  note: Note,
  path: string,
  transfer: CreditTransfer,
  block: TransferBlock,
  rules: MessageRules,
): void {
  checkAmount(note, path, transfer);
  if (transfer.creditorName === undefined) note(`${path}/Cdtr/Nm`, 'is needed');
  if (transfer.creditorIban !== undefined) checkIban(note, `${path}/CdtrAcct/Id`, transfer.creditorIban);
  else if (transfer.creditorAccount === undefined) note(`${path}/CdtrAcct`, 'is needed');
  checkProduct(note, path, transfer, rules.product);
  checkCharges(note, path, transfer, block);
  checkLengths(note, path, transfer);
  for (const [element, reference] of [
    ['PmtId/EndToEndId', transfer.endToEndId],
    ['RmtInf/Strd/CdtrRefInf/Ref', transfer.creditorReference],
  ] as const) {
    const fault =
      reference && referenceFault(reference, { checkDigits: rules.referenceCheckDigits, nationalOnly: false });
    if (fault) note(`${path}/${element}`, fault);
  }
}

/** The schema permits longer names than the schemes. */
function checkLengths(note: Note, path: string, transfer: CreditTransfer): void {
  const { name, remittance } = PAYMENT_TEXT_MAX;
  for (const [element, text, max, added] of [
    ['Cdtr/Nm', transfer.creditorName, name, ''],
    ['UltmtDbtr/Nm', transfer.ultimateDebtor, name, ''],
    ['UltmtCdtr/Nm', transfer.ultimateCreditor, name, ''],
    ['RmtInf/Ustrd', transfer.unstructured, remittance, ' in total'],
  ] as const) {
    if ((text?.length ?? 0) > max) note(`${path}/${element}`, `may have at most ${max} characters${added}`);
  }
}

function checkAmount(note: Note, path: string, { amount, currency }: CreditTransfer): void {
  if (amount === undefined || currency === undefined) return note(`${path}/Amt`, 'must contain InstdAmt');
  const fault = instructedAmountFault({ amount, currency });
  if (fault !== undefined) note(`${path}/Amt/InstdAmt`, fault);
}

function checkProduct(
  note: Note,
  path: string,
  transfer: CreditTransfer,
  { currencies, creditors }: MessageRules['product'],
): void {
  const { currency, creditorIban, creditorAccount } = transfer;
  if (currencies !== undefined && currency !== undefined && !currencies.includes(currency)) {
    note(`${path}/Amt/InstdAmt`, `must be in ${currencies.join(', ')}`);
  }
  const hasAccount = creditorIban !== undefined || creditorAccount !== undefined;
  if (creditors === 'sepa' && hasAccount && !(creditorIban !== undefined && isSepaIban(creditorIban))) {
    note(`${path}/CdtrAcct/Id`, 'must be an IBAN of a country in SEPA');
  }
}

/** Within the Union, payer and payee each pay the charges of their own bank (Directive 2015/2366 Art. 62(2)). */
function checkCharges(note: Note, path: string, transfer: CreditTransfer, block: TransferBlock): void {
  if (block.chargeBearer !== undefined && transfer.chargeBearer !== undefined) {
    note(`${path}/ChrgBr`, 'is already given in PmtInf');
  }
  const bearer = transfer.chargeBearer ?? block.chargeBearer;
  const isShared = bearer === undefined || bearer === 'SLEV' || bearer === 'SHAR';
  if (isShared || transfer.creditorIban === undefined) return;
  if (isInEea({ creditorAccount: { iban: transfer.creditorIban } })) {
    note(`${path}/ChrgBr`, 'must be SLEV or SHAR within the EEA');
  }
}
