import { z } from 'zod';
import { BookingStatus } from '../interface/booking-status.ts';
import { PaymentProduct } from '../interface/payment-products.ts';
import { ReportMessage } from '../interface/report-message.ts';
import { ScaApproach } from '../statuses/sca-status.ts';
import { ConsentModel } from '../values/access-rights.ts';
import { AccountIdentifier } from '../values/account-reference.ts';
import { Edition } from '../values/editions.ts';
import { NotificationContent } from '../values/notification-wish.ts';
import { MethodBeforeApproach, OwnFactor } from '../values/sca/sca-methods.ts';
import { Brand } from './brand.ts';
import { ExecutionTimes } from './execution-times.ts';
import { Limits, Retention } from './limits.ts';
import { TppLimits } from './limits-of-tpp.ts';
import { OAuth } from './oauth.ts';
import { Products } from './products.ts';
import { IdentityProvider, PsuSignIn } from './psu-sign-in.ts';
import { REDIRECT_URIS, RedirectUriKind } from './redirect-uri-kind.ts';
import { SigningBaskets } from './signing-baskets.ts';
import { isTimeZone } from './time-zone.ts';

/** Choices of a bank for its interface: everything that the standard leaves to the ASPSP. Names contain the units. */
export const AspspProfile = z.strictObject({
  aspspName: z.string().describe('name of the bank on the pages for PSUs'),
  brand: Brand.optional().describe(
    'logo, colours, typeface, contact, links and messages of the bank (decision 88); if absent, neutral pages, in the sandbox those of its demo bank',
  ),
  timeZone: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Europe/Zagreb')
    .describe('time zone of day counts and cut-offs'),
  languages: z
    .array(z.enum(['hr', 'en']))
    .min(1)
    .describe('languages of the PSU pages, the first is the default'),
  products: Products.describe('payment products offered for each payment service'),
  consentModels: z.array(ConsentModel).min(1).describe('models of account information consents that are offered'),
  accountReferences: z
    .array(AccountIdentifier)
    .min(1)
    .describe('identifiers by which consents may name accounts; others are refused with 400'),
  bookingStatuses: z
    .array(BookingStatus)
    .min(1)
    .describe('offered values of bookingStatus, always with booked; others are PARAMETER_NOT_SUPPORTED'),
  deltaReports: z
    .strictObject({
      entryReferenceFrom: z.boolean().describe('whether lists may start after an entry'),
      deltaList: z.boolean().describe('whether a list of everything since the last report may be requested'),
    })
    .describe('delta access to lists; if off, PARAMETER_NOT_SUPPORTED'),
  balancesInLists: z.boolean().describe('whether withBalance is supported, which adds balances to accounts and lists'),
  reportMessages: z
    .array(ReportMessage)
    .describe('camt messages offered for transaction lists besides JSON; others are refused with 406'),
  ownerNames: z
    .enum(['never', 'consented', 'always'])
    .describe(
      'names of account owners that the bank feeds: never answered, answered where a consent asks for them and the PSU approved it, or wherever the account may be read',
    ),
  trustedBeneficiaries: z
    .boolean()
    .describe(
      'whether a consent may cover the trusted beneficiaries of accounts, which the bank feeds; if not, the wish is ignored and their address is 404 (decision 81)',
    ),
  combinedService: z
    .boolean()
    .describe(
      'whether a consent may open a session with one payment, which takes over the first factor of the PSU, and with questions about funds (decision 80); if off, SESSIONS_NOT_SUPPORTED',
    ),
  cardAccounts: z.boolean().describe('whether card accounts are offered; if not, their addresses are 404'),
  fundsConfirmation: z
    .boolean()
    .describe('whether funds confirmation and its consents are offered; if not, their addresses are 404'),
  unknownIds: z
    .strictObject({
      consents: z
        .union([z.literal(403), z.literal(404)])
        .describe('consents in the path: 403 CONSENT_UNKNOWN or 404 RESOURCE_UNKNOWN'),
      resources: z
        .union([z.literal(404), z.literal(403)])
        .describe('payments, baskets and authorisations in the path: 404 or 403 RESOURCE_UNKNOWN'),
    })
    .describe('answer to ids that are unknown or of another TPP, which are answered alike (decision 12)'),
  scaApproaches: z.array(ScaApproach).min(1).describe('SCA approaches offered, in order of preference'),
  implicitStart: z
    .array(ScaApproach)
    .describe(
      'SCA approaches with implicit start, unless the TPP prefers the explicit start or several PSUs must approve',
    ),
  implicitStartOnWish: z
    .array(ScaApproach)
    .describe(
      'further SCA approaches with implicit start, where the TPP names the PSU and does not prefer the explicit start',
    ),
  methodsBeforeApproach: z
    .array(MethodBeforeApproach)
    .describe(
      'kinds of SCA methods that a TPP may pick before the SCA approach is chosen, each with its approach, alike for every PSU (decision 20); none: the approach follows from the wishes of the TPP alone',
    ),
  methodMayChange: z
    .boolean()
    .describe(
      'whether a TPP may have a code sent again, or another method or device asked, while an answer is awaited: five challenges together, then the authorisation fails (decision 39)',
    ),
  ownFactors: z
    .array(OwnFactor)
    .describe(
      'built-in factors besides those of the bank: passkey on the redirect page for everything, totp for consents only',
    ),
  authorisationConfirmation: z
    .boolean()
    .describe(
      'whether a redirect counts only after the TPP has confirmed it: with the code that the browser brought, or by OAuth with the access token',
    ),
  psuSignIn: PsuSignIn,
  identityProvider: IdentityProvider.optional().describe('the identity provider of the bank, where psuSignIn is oidc'),
  oauth: OAuth,
  transactionStatusStyle: z
    .enum(['technical', 'profile', 'funds'])
    .describe(
      'status after authorisation: ACTC (technical), ACCP after the check of the customer profile, ACFC after the funds check',
    ),
  executionTimes: z
    .partialRecord(PaymentProduct, ExecutionTimes)
    .describe(
      'for each product: banking days (every, target, targetAndCroatian), cut-off, and whether orders without a date are booked at once; if absent: every day, at once',
    ),
  debtorAccount: z
    .partialRecord(PaymentProduct, z.enum(['optional', 'required']))
    .describe(
      'for each product: whether a TPP may leave out debtorAccount, so that the PSU chooses the account at the bank (EBA/OP/2020/10, 34 and 36); if absent: required',
    ),
  nonBankingDay: z
    .enum(['shift', 'reject'])
    .describe(
      'what happens to a requested day that is no banking day or past the cut-off: moved to the next one (ACWC), or refused',
    ),
  executionRule: z
    .enum(['following', 'preceding'])
    .describe(
      'direction in which an execution of a standing order is moved from a day that is no banking day, if the order has no rule',
    ),
  payeeVerification: z
    .enum(['off', 'whenRequested', 'always'])
    .describe(
      'whether the bank verifies that the name of a payee belongs to its IBAN and shows the result to the PSU: never, if the TPP sends Client-VOP-Requested: true, or for every credit transfer in euro to an IBAN in SEPA, whatever the TPP sends, except for bulks of companies that do without it (Regulation (EU) 260/2012, Art. 5c)',
    ),
  payeeVerificationBeforeOrder: z
    .boolean()
    .describe(
      'whether TPPs may have the bank verify a payee or payer before they send an order; if not, the addresses are 404',
    ),
  fundsCheck: z.boolean().describe('whether funds are checked before a payment is handed to the bank'),
  fundsMessage: z
    .boolean()
    .describe(
      'whether the status of a payment that lacks funds has the message code FUNDS_NOT_AVAILABLE, which the OpenAPI file 1.3.11 lacks; if not, fundsAvailable and the reason AM04 tell it',
    ),
  withoutFunds: z
    .enum(['wait', 'reject'])
    .describe(
      'what happens without funds if the TPP does not prefer rejection: the payment waits fundsWaitDays, or is rejected',
    ),
  referenceCheckDigits: z.boolean().describe('whether check digits of Croatian reference models are checked'),
  wireStyle: z
    .enum(['json', 'text'])
    .describe('booleans and numbers in answers: JSON types, or text as in the samples of the Croatian profile'),
  fieldAliases: z
    .boolean()
    .describe(
      'whether answers have what the guidelines lack: names of the Croatian profile beside theirs, executionDate, endedPayments, endedConsents (decision 14): on for clients built from the Croatian profile, off for clients generated from the OpenAPI file of the Berlin Group, which refuse unknown fields',
    ),
  edition: Edition.describe(
    'edition of the OpenAPI file of the Berlin Group that answers follow where the editions contradict each other: 1.3.16 has the structured reference of entries as text, details of transactions one level deeper, times of standing orders and only listed authentication types (decision 10, docs/edition-1.3.16.md)',
  ),
  errorForm: z
    .enum(['tppMessages', 'problem'])
    .describe('form of errors unless the TPP requests application/problem+json'),
  textCharacters: z
    .enum(['transliterate', 'refuse'])
    .describe('texts with letters outside the character set of a product: transliterated, or refused (decision 25)'),
  deletedPaymentAnswer: z
    .enum(['accepted', 'noContent'])
    .describe('answer to a cancellation without authorisation: 202 with a body, or 204'),
  cancellationNeedsSca: z
    .array(PaymentProduct)
    .describe('payment products whose cancellation the PSU must approve once the payment is authorised'),
  signingBaskets: SigningBaskets,
  notifications: z
    .strictObject({
      contents: z
        .array(NotificationContent)
        .describe(
          'offered notifications: SCA (each scaStatus), PROCESS (each status of the resource), LAST (the last one); none: not offered',
        ),
    })
    .describe('resource status notification (decision 27)'),
  psuIpAddressRequired: z.boolean().describe('whether PSU-IP-Address is mandatory when a resource is created'),
  psuIdRequired: z.boolean().describe('whether PSU-ID is mandatory when a resource is created'),
  psuIdTypeRequired: z
    .boolean()
    .describe(
      'whether PSU-ID-Type is mandatory with PSU-ID, and PSU-Corporate-ID-Type with PSU-Corporate-ID, as the Croatian profile has it; the guidelines need them only where a PSU has several types',
    ),
  signatureRequired: z
    .boolean()
    .describe('whether every request must be signed (Signature, Digest, TPP-Signature-Certificate)'),
  signature: z
    .strictObject({
      mustCover: z
        .array(z.enum(['(request-target)', 'date']))
        .describe(
          'what a signature must cover besides digest, x-request-id, and psu-id, psu-corporate-id, tpp-redirect-uri and date where sent: method and address, the time',
        ),
      rememberedDays: z
        .int()
        .min(1)
        .max(400)
        .describe(
          'how long X-Request-ID is bound to method and address where a signature covers neither (request-target) nor date',
        ),
    })
    .describe('what signatures bind (decision 26)'),
  redirectDomains: z
    .enum(['ignore', 'warn', 'refuse', 'refuseInProduction'])
    .describe(
      'what happens to a redirect address outside the domains of the client certificate: accepted, accepted with a WARNING, refused with 400, or refused outside the sandbox and accepted with a WARNING in it',
    ),
  redirectUris: z.array(RedirectUriKind).min(1).describe(REDIRECT_URIS),
  tppLimits: z.record(z.string(), TppLimits).describe('limits of single TPPs, by organizationIdentifier'),
  limits: Limits.describe('spans and limits (decision 28)'),
  retention: Retention.describe('how long data is kept after its end'),
});
export type AspspProfile = z.infer<typeof AspspProfile>;
