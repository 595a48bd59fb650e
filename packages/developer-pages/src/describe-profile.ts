import { type AspspProfile, PAYMENT_PRODUCTS, type PaymentProduct, PaymentService } from '@xs2a/contracts';

const NUMBER = new Intl.NumberFormat('en-GB');

interface OfferedProduct {
  readonly service: PaymentService;
  readonly product: PaymentProduct;
  readonly format: string;
  readonly currencies: string;
  readonly days: string;
  readonly cutOff: string;
}

interface Fact {
  readonly name: string;
  readonly value: string;
}

interface ProfileDescription {
  readonly products: readonly OfferedProduct[];
  readonly notOffered: readonly PaymentService[];
  readonly groups: readonly { readonly title: string; readonly facts: readonly Fact[] }[];
}

const DAYS = { every: 'every day', target: 'TARGET days', targetAndCroatian: 'Croatian TARGET days' } as const;
const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
const list = (values: readonly string[]): string => (values.length > 0 ? values.join(', ') : 'none');

/** Describes the effective profile for TPP developers. */
export function describeProfile(profile: AspspProfile): ProfileDescription {
  return {
    products: PaymentService.options.flatMap((service) =>
      (profile.products[service] ?? []).map((product) => offeredProduct(profile, service, product)),
    ),
    notOffered: PaymentService.options.filter((service) => (profile.products[service] ?? []).length === 0),
    groups: [
      { title: 'Strong customer authentication', facts: scaFacts(profile) },
      { title: 'Consents and account access', facts: accessFacts(profile) },
      { title: 'Payments', facts: paymentFacts(profile) },
      { title: 'Signing baskets', facts: basketFacts(profile) },
      { title: 'Format of requests and responses', facts: formatFacts(profile) },
    ],
  };
}

function offeredProduct(
  { executionTimes }: AspspProfile,
  service: PaymentService,
  product: PaymentProduct,
): OfferedProduct {
  const { format, currencies } = PAYMENT_PRODUCTS[product];
  const times = executionTimes[product];
  return {
    service,
    product,
    format,
    currencies: currencies?.join(', ') ?? 'all',
    days: DAYS[times?.bankingDays ?? 'every'],
    cutOff: times?.cutOff ?? 'none',
  };
}

function scaFacts(profile: AspspProfile) {
  const { scaApproaches, implicitStart, implicitStartOnWish, methodsBeforeApproach, methodMayChange } = profile;
  const { languages, authorisationConfirmation, limits } = profile;
  return [
    { name: 'SCA approaches, in order of preference', value: list(scaApproaches) },
    { name: 'Authorisation starts implicitly for', value: list(implicitStart) },
    ...(implicitStartOnWish.length > 0
      ? [
          {
            name: 'With PSU-ID, unless TPP-Explicit-Authorisation-Preferred is true, also for',
            value: list(implicitStartOnWish),
          },
        ]
      : []),
    ...(methodsBeforeApproach.length > 0
      ? [
          {
            name: 'Without a wish, the approach follows from the method',
            value: list(methodsBeforeApproach.map(({ name, scaApproach }) => `${name} (${scaApproach})`)),
          },
        ]
      : []),
    ...(methodMayChange ? [{ name: 'Another code or method while an answer is awaited', value: 'yes' }] : []),
    { name: 'Languages of the PSU pages', value: list(languages) },
    { name: 'Confirmation code after a redirect', value: yesNo(authorisationConfirmation) },
    { name: 'Lifetime of a redirect link', value: `${limits.redirectLinkMinutes} minutes` },
    { name: 'Lifetime of a one-time code', value: `${limits.otpMinutes} minutes` },
    { name: 'Time to complete an authorisation', value: `${limits.authorisationHours} hours` },
    { name: 'Failed attempts before an authorisation fails', value: String(limits.wrongCredentialsMax) },
    { name: 'Authorisations per resource', value: `at most ${limits.authorisationsMax}` },
  ];
}

function accessFacts({ consentModels, combinedService, limits }: AspspProfile): Fact[] {
  return [
    { name: 'Consent models', value: list(consentModels) },
    ...(combinedService
      ? [
          {
            name: 'Session of a consent and a payment',
            value: `for ${limits.combinedServiceMinutes} minutes after SCA`,
          },
        ]
      : []),
    { name: 'Longest validity of a consent', value: `${limits.consentDaysMax} days` },
    { name: 'Reads per day without the PSU', value: `${limits.frequencyPerDayMax} of each kind and account` },
    { name: 'Use of a one-off consent', value: `for ${limits.oneOffUseMinutes} minutes` },
    { name: 'Transaction history without recent SCA', value: `${limits.historyDays} days` },
    { name: 'Older transactions', value: `for ${limits.freshScaMinutes} minutes after SCA` },
    { name: 'Transactions per page', value: String(limits.pageSize) },
  ];
}

function paymentFacts(profile: AspspProfile): Fact[] {
  const { limits, nonBankingDay, fundsCheck, withoutFunds, cancellationNeedsSca, debtorAccount } = profile;
  const withoutAccount = Object.keys(debtorAccount).filter(
    (product) => debtorAccount[product as PaymentProduct] === 'optional',
  );
  return [
    { name: 'debtorAccount may be left out, and the PSU chooses it, for', value: list(withoutAccount) },
    {
      name: 'Execution date that is not a banking day',
      value: nonBankingDay === 'shift' ? 'moved to the next banking day (ACWC)' : 'rejected',
    },
    { name: 'Latest execution date', value: `in ${limits.executionHorizonDays} days` },
    { name: 'Funds check before execution', value: yesNo(fundsCheck) },
    {
      name: 'Insufficient funds',
      value:
        withoutFunds === 'wait'
          ? `the payment waits up to ${limits.fundsWaitDays} days, unless you prefer rejection`
          : 'the payment is rejected',
    },
    { name: 'Cancellation needs SCA for', value: list(cancellationNeedsSca) },
    {
      name: 'Earliest start of a standing order',
      value: `${limits.standingOrderLeadDays} ${limits.standingOrderLeadDays === 1 ? 'day' : 'days'} from today`,
    },
    {
      name: 'Largest bulk payment',
      value: `${NUMBER.format(limits.bulkTransactionsMax)} transactions in ${limits.bulkBlocksMax} PmtInf blocks, ${NUMBER.format(limits.bulkBytesMax)} bytes`,
    },
  ];
}

function basketFacts({ signingBaskets }: AspspProfile): Fact[] {
  return [
    { name: 'Payment services', value: list(signingBaskets.services) },
    { name: 'Consents', value: yesNo(signingBaskets.consents) },
    { name: 'Entries', value: `at most ${signingBaskets.membersMax}` },
    { name: 'All entries have the same payment product', value: yesNo(signingBaskets.sameProduct) },
    { name: 'All entries have the same debtor account', value: yesNo(signingBaskets.sameDebtorAccount) },
  ];
}

function formatFacts(profile: AspspProfile): Fact[] {
  const { wireStyle, fieldAliases, edition, errorForm, psuIpAddressRequired, signatureRequired, signature, timeZone } =
    profile;
  return [
    { name: 'Booleans and numbers in responses', value: wireStyle === 'json' ? 'JSON types' : 'strings' },
    { name: 'Names of the Croatian profile beside those of the guidelines', value: yesNo(fieldAliases) },
    { name: 'Edition of the OpenAPI file of the Berlin Group', value: edition },
    { name: 'Error format', value: errorForm === 'problem' ? 'problem+json (RFC 9457)' : 'tppMessages' },
    { name: 'PSU-IP-Address in creating requests', value: psuIpAddressRequired ? 'mandatory' : 'optional' },
    { name: 'Request signatures', value: signatureRequired ? 'mandatory' : 'optional' },
    ...(signature.mustCover.length > 0
      ? [{ name: 'Request signatures also cover', value: signature.mustCover.join(', ') }]
      : []),
    { name: 'Time zone of dates and cut-off times', value: timeZone },
  ];
}
