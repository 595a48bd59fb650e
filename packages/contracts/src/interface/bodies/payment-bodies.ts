import { z } from 'zod';
import { withoutLeadingZero } from '../../values/account-entries.ts';
import { AccountReference, BookedAccount } from '../../values/account-reference.ts';
import { Amount } from '../../values/amounts/amount.ts';
import { PAYABLE } from '../../values/amounts/amount-faults.ts';
import { Bic } from '../../values/bic.ts';
import { FrequencyCode } from '../../values/frequency-code.ts';
import { PAYMENT_TEXT_MAX } from '../../values/payment-texts.ts';
import { ADDRESS_TEXT_MAX, addressTexts } from '../../values/postal-address.ts';
import { BooleanOrText, IsoDate, text } from '../wire-types.ts';

/** An amount that can be paid: greater than zero, in a current currency, with no more fraction digits than the currency has. */
export const InstructedAmount = PAYABLE.reduce(
  (schema, { holds, error, path }) => schema.refine(holds, { error, path }),
  Amount,
);

/** Address of the creditor. Three texts may be longer than in framework 1.3.16, as earlier editions had them. */
const Address = z.strictObject({
  ...addressTexts((max) => text(max).optional(), {
    ...ADDRESS_TEXT_MAX,
    buildingNumber: 20,
    postCode: 20,
    townName: 140,
  }),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166 country code, such as HR'),
});

const StructuredRemittance = z.strictObject({
  reference: text(35),
  referenceType: text(35).optional(),
  referenceIssuer: text(35).optional(),
});

/**
 * JSON body of a single payment (Implementation Guidelines, Core Payment Structures) with the fields of all products; other
 * fields are refused. PRODUCT_FIELDS lists the fields of each product.
 */
export const SinglePayment = z.strictObject({
  endToEndIdentification: text(35).optional(),
  /** {@link ACCOUNT_NOT_PROVIDED} until the PSU has chosen it. */
  debtorAccount: BookedAccount,
  instructedAmount: InstructedAmount,
  creditorAccount: AccountReference,
  creditorAgent: Bic.optional(),
  creditorAgentName: text(140).optional(),
  creditorName: text(PAYMENT_TEXT_MAX.name),
  creditorAddress: Address.optional(),
  ultimateDebtor: text(PAYMENT_TEXT_MAX.name).optional(),
  ultimateCreditor: text(PAYMENT_TEXT_MAX.name).optional(),
  purposeCode: z
    .string()
    .regex(/^[A-Z]{4}$/, 'must be an ISO 20022 purpose code of four capitals, such as SALA')
    .optional(),
  /** Bearer of the charges: debtor, creditor, shared, or by the rules of the scheme. */
  chargeBearer: z.enum(['DEBT', 'CRED', 'SHAR', 'SLEV']).optional(),
  remittanceInformationUnstructured: text(PAYMENT_TEXT_MAX.remittance).optional(),
  remittanceInformationStructured: z.union([text(140), StructuredRemittance]).optional(),
  requestedExecutionDate: IsoDate.optional(),
});
export type SinglePayment = z.infer<typeof SinglePayment>;

/** A moment, on whose day and at whose time the bank executes an order. */
const IsoTime = z.iso.datetime({
  offset: true,
  error: 'must be a time with an offset, such as 2027-01-31T14:30:00+01:00',
});

/** Execution schedule of a standing order. */
const TERMS = {
  startDate: IsoDate,
  /** Instant products: each execution is at this time of the day. A TPP sends it in place of `startDate`, the gateway adds the day. */
  startDateTime: IsoTime.optional(),
  /** Last possible day; if absent, the order runs until it is cancelled. */
  endDate: IsoDate.optional(),
  /** Instant products: in place of `endDate`. */
  endDateTime: IsoTime.optional(),
  /** Direction in which an execution on a non-business day is moved. */
  executionRule: z.enum(['following', 'preceding']).optional(),
  frequency: FrequencyCode,
  /** Day of the month; a leading zero is removed. 31 is the last day. */
  dayOfExecution: z
    .string()
    .regex(/^(0?[1-9]|[12][0-9]|3[01])$/, 'must be a text with the day of the month, "1" to "31"')
    .overwrite(withoutLeadingZero)
    .optional(),
  /** Only for `MonthlyVariable`. */
  monthsOfExecution: z
    .array(
      z
        .string()
        .regex(/^(0?[1-9]|1[0-2])$/, 'must be a text with the number of a month, "1" to "12"')
        .overwrite(withoutLeadingZero),
    )
    .min(1)
    .max(11)
    .optional(),
};

/** JSON body of a standing order (decision 24): a single payment with its schedule. */
export const PeriodicPayment = SinglePayment.omit({ requestedExecutionDate: true }).extend(TERMS);
export type PeriodicPayment = z.infer<typeof PeriodicPayment>;

/** Bodies as TPPs send and read them: without the account where the profile lets the PSU choose it (`debtorAccount`). */
export const PostedPayment = SinglePayment.partial({ debtorAccount: true });
/** `startDate` or, for instant products, `startDateTime` is needed. */
export const PostedPeriodicPayment = PeriodicPayment.partial({ debtorAccount: true, startDate: true });

/** JSON part that accompanies a pain.001 message and makes it a standing order (decision 24). */
export const StandingOrderTerms = z.strictObject(TERMS);
export type StandingOrderTerms = z.infer<typeof StandingOrderTerms>;

/** One transfer of a JSON bulk payment; account and date are those of the bulk payment. */
export const BulkTransfer = SinglePayment.omit({ debtorAccount: true, requestedExecutionDate: true }).extend({
  instructionIdentification: text(35).optional(),
});

/** The same maximum as in a pain.001 message. */
export const BULK_TRANSFERS_MAX = 10_000;

/** JSON body of a bulk payment (decision 24): transfers from one account on one day. */
export const BulkPayment = z
  .strictObject({
    batchBookingPreferred: BooleanOrText.optional(),
    debtorAccount: BookedAccount,
    paymentInformationId: text(35).optional(),
    requestedExecutionDate: IsoDate.optional(),
    /** The bank executes the transfers on the day of this time, and at the time if it can. */
    requestedExecutionTime: IsoTime.optional(),
    categoryPurposeCode: z
      .string()
      .regex(/^[A-Z]{4}$/, 'must be an ISO 20022 category purpose code of four capitals, such as SALA')
      .optional(),
    payments: z.array(BulkTransfer).min(1).max(BULK_TRANSFERS_MAX),
  })
  .refine(({ requestedExecutionDate: day, requestedExecutionTime: time }) => day === undefined || time === undefined, {
    path: ['requestedExecutionTime'],
    error: 'cannot be sent with requestedExecutionDate: send one of both',
  });
export type BulkPayment = z.infer<typeof BulkPayment>;
