import { z } from 'zod';
import { AccountReference } from './account-reference.ts';
import { Amount, fitsCurrency, toMinorUnits } from './amount.ts';
import { Settlement, StartedAuthorisation } from './authorisations.ts';
import { operation } from './operation.ts';
import { caller, creation } from './parties.ts';
import { PaymentProduct, PaymentService } from './payment-products.ts';
import { TransactionStatus } from './transaction-status.ts';
import { IsoDate, text } from './wire-types.ts';

/** An amount that can be paid: greater than zero, with no more fraction digits than its currency has. */
export const InstructedAmount = Amount.refine(fitsCurrency, {
  error: 'has more fraction digits than its currency',
  path: ['amount'],
}).refine((amount) => !fitsCurrency(amount) || toMinorUnits(amount) > 0n, {
  error: 'must be greater than zero',
  path: ['amount'],
});

const Address = z.strictObject({
  streetName: text(70).optional(),
  buildingNumber: text(20).optional(),
  townName: text(140).optional(),
  postCode: text(20).optional(),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166 country code'),
});

const StructuredRemittance = z.strictObject({
  reference: text(35),
  referenceType: text(35).optional(),
  referenceIssuer: text(35).optional(),
});

/** JSON body of a single payment (interface 2.3, field guide 3.3). Unknown fields are refused. */
export const SinglePayment = z.strictObject({
  endToEndIdentification: text(35).optional(),
  debtorAccount: AccountReference,
  instructedAmount: InstructedAmount,
  creditorAccount: AccountReference,
  creditorAgent: z
    .string()
    .regex(/^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/, 'must be a BIC')
    .optional(),
  creditorName: text(70),
  creditorAddress: Address.optional(),
  ultimateDebtor: text(70).optional(),
  ultimateCreditor: text(70).optional(),
  purposeCode: z
    .string()
    .regex(/^[A-Z]{4}$/, 'must be an ISO 20022 purpose code')
    .optional(),
  remittanceInformationUnstructured: text(140).optional(),
  remittanceInformationStructured: z.union([text(140), StructuredRemittance]).optional(),
  requestedExecutionDate: IsoDate.optional(),
});
export type SinglePayment = z.infer<typeof SinglePayment>;

const addressed = { ...caller, paymentService: PaymentService, paymentProduct: PaymentProduct, paymentId: z.string() };

/** Stores a payment and, where the profile starts authorisations implicitly, starts its authorisation. */
export const initiatePayment = operation('payments.initiatePayment', {
  hop: 'write',
  request: z.object({
    ...creation,
    paymentService: PaymentService,
    paymentProduct: PaymentProduct,
    body: SinglePayment,
  }),
  reply: z.object({
    paymentId: z.string(),
    transactionStatus: TransactionStatus,
    authorisation: StartedAuthorisation.optional(),
  }),
});

/** The payment as it was posted, with its status; `debtorName` once it is authorised. */
export const readPayment = operation('payments.readPayment', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({
    transactionStatus: TransactionStatus,
    debtorName: z.string().optional(),
    body: SinglePayment,
  }),
});

export const readPaymentStatus = operation('payments.readPaymentStatus', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ transactionStatus: TransactionStatus }),
});

export const listPaymentAuthorisations = operation('payments.listAuthorisations', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ authorisationIds: z.array(z.string()) }),
});

/** sca tells how an authorisation of a payment ended. */
export const settlePaymentAuthorisation = operation('payments.settleAuthorisation', {
  hop: 'write',
  request: Settlement,
  reply: z.object({ transactionStatus: TransactionStatus }),
});

/**
 * The bank tells how far a payment is. May be repeated and may arrive out of order: a status that was passed already
 * changes nothing.
 */
export const reportExecution = operation('payments.reportExecution', {
  hop: 'write',
  request: z.object({
    paymentId: z.string(),
    transactionStatus: z.enum(['ACSP', 'ACSC', 'ACCC', 'ACWP', 'PART', 'RJCT']),
    /** ISO 20022 status reason code, such as AM04 (insufficient funds). */
    reasonCode: z.string().max(4).optional(),
  }),
  reply: z.object({ transactionStatus: TransactionStatus }),
});
