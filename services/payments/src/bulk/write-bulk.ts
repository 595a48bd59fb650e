import { type BulkPayment, PAYMENT_PRODUCTS, type PaymentProduct, type SinglePayment } from '@xs2a/contracts';
import { type WrittenInitiation, writeInitiation } from '@xs2a/iso20022';
import { sumOf } from './exact-decimal.ts';

type Transfer = BulkPayment['payments'][number];

/** Fraction digits of a scaled sum. */
const FRACTION_DIGITS = 17;
const CROATIAN_LETTERS = /[čćđšžČĆĐŠŽ]/;

/** Returns one transfer of a bulk as a single payment, for the checks of its product. */
export function transferOf({ debtorAccount }: BulkPayment, transfer: Transfer): SinglePayment {
  const { instructionIdentification: _, ...payment } = transfer;
  return { ...payment, debtorAccount };
}

/** Generates the pain.001 message equivalent to a bulk in JSON, which is stored, summarised and sent to the bank (decision 24). */
export function writeBulk(
  product: PaymentProduct,
  bulk: BulkPayment,
  { id, day, at }: { id: string; day: string; at: Date },
): string {
  const isNational =
    PAYMENT_PRODUCTS[product].letters === 'croatian' && CROATIAN_LETTERS.test(JSON.stringify(bulk.payments));
  const message: WrittenInitiation = {
    messageId: id,
    createdAt: at,
    paymentInformationId: bulk.paymentInformationId ?? id,
    batchBooking: bulk.batchBookingPreferred,
    requestedExecutionDate: bulk.requestedExecutionDate ?? day,
    requestedExecutionTime: bulk.requestedExecutionTime,
    categoryPurposeCode: bulk.categoryPurposeCode,
    debtorIban: bulk.debtorAccount.iban ?? '',
    debtorCurrency: bulk.debtorAccount.currency,
    controlSum: decimalOf(sumOf(bulk.payments.map(({ instructedAmount: { amount } }) => amount))),
    transfers: bulk.payments.map(writtenTransfer),
  };
  return writeInitiation(message, { isNational });
}

function writtenTransfer(transfer: Transfer): WrittenInitiation['transfers'][number] {
  const structured = transfer.remittanceInformationStructured;
  const { iban, bban, other } = transfer.creditorAccount as {
    iban?: string;
    bban?: string;
    other?: { identification: string };
  };
  return {
    instructionId: transfer.instructionIdentification,
    endToEndId: transfer.endToEndIdentification,
    amount: transfer.instructedAmount.amount,
    currency: transfer.instructedAmount.currency,
    chargeBearer: transfer.chargeBearer,
    ultimateDebtor: transfer.ultimateDebtor,
    creditorAgent: transfer.creditorAgent,
    creditorName: transfer.creditorName,
    creditorAddress: transfer.creditorAddress,
    creditorIban: iban,
    creditorAccount: bban ?? other?.identification,
    ultimateCreditor: transfer.ultimateCreditor,
    purposeCode: transfer.purposeCode,
    unstructured: transfer.remittanceInformationUnstructured,
    creditorReference: typeof structured === 'string' ? { reference: structured } : structured,
  };
}

/** Drops the zeroes added by scaling: a decimal of ISO 20022 has at most 18 digits. */
function decimalOf(scaled: bigint): string {
  const digits = scaled.toString().padStart(FRACTION_DIGITS + 1, '0');
  let end = digits.length;
  while (end > digits.length - FRACTION_DIGITS && digits[end - 1] === '0') end--;
  const whole = digits.slice(0, -FRACTION_DIGITS);
  const fraction = digits.slice(-FRACTION_DIGITS, end);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
