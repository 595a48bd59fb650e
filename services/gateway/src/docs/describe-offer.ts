import { type AspspProfile, PAYMENT_PRODUCTS, type PaymentProduct, PaymentService } from '@xs2a/contracts';

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

export interface Offer {
  readonly products: readonly OfferedProduct[];
  readonly notOffered: readonly PaymentService[];
  readonly groups: readonly { readonly title: string; readonly facts: readonly Fact[] }[];
}

const DAYS = { every: 'every day', target: 'TARGET days', targetAndCroatian: 'Croatian TARGET days' } as const;
const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
const list = (values: readonly string[]): string => (values.length > 0 ? values.join(', ') : 'none');

/** What the bank that is running here offers: its effective profile in the words of a TPP. */
export function describeOffer(profile: AspspProfile): Offer {
  return {
    products: PaymentService.options.flatMap((service) =>
      (profile.products[service] ?? []).map((product) => offeredProduct(profile, service, product)),
    ),
    notOffered: PaymentService.options.filter((service) => (profile.products[service] ?? []).length === 0),
    groups: [
      { title: 'Approval by the PSU', facts: approvalFacts(profile) },
      { title: 'Consents and reading', facts: readingFacts(profile) },
      { title: 'Payments', facts: paymentFacts(profile) },
      { title: 'Signing baskets', facts: basketFacts(profile) },
      { title: 'Form of requests and answers', facts: formFacts(profile) },
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

function approvalFacts({ scaApproaches, implicitStart, languages, authorisationConfirmation, limits }: AspspProfile) {
  return [
    { name: 'SCA approaches, in order of preference', value: list(scaApproaches) },
    { name: 'Started with the resource', value: list(implicitStart) },
    { name: 'Languages of the pages', value: list(languages) },
    { name: 'Confirmation code after a redirect', value: yesNo(authorisationConfirmation) },
    { name: 'A redirect link is good for', value: `${limits.redirectLinkMinutes} minutes` },
    { name: 'A one-time code is good for', value: `${limits.otpMinutes} minutes` },
    { name: 'An approval may be given for', value: `${limits.authorisationHours} hours` },
    { name: 'Wrong inputs until an authorisation fails', value: String(limits.wrongCredentialsMax) },
    { name: 'Most authorisations of one resource', value: String(limits.authorisationsMax) },
  ];
}

function readingFacts({ consentModels, limits }: AspspProfile): Fact[] {
  return [
    { name: 'Kinds of consent', value: list(consentModels) },
    { name: 'Longest life of a consent', value: `${limits.consentDaysMax} days` },
    { name: 'Reads a day without the PSU', value: `${limits.frequencyPerDayMax} of each kind and account` },
    { name: 'A one-off consent may be used for', value: `${limits.oneOffUseMinutes} minutes` },
    { name: 'Transactions without a fresh approval', value: `${limits.historyDays} days back` },
    { name: 'Older ones after an approval for', value: `${limits.freshScaMinutes} minutes` },
    { name: 'Transactions on a page', value: String(limits.pageSize) },
  ];
}

function paymentFacts({ limits, nonBankingDay, fundsCheck, withoutFunds, cancellationNeedsSca }: AspspProfile): Fact[] {
  return [
    { name: 'A day that is no banking day', value: nonBankingDay === 'shift' ? 'moved to the next (ACWC)' : 'refused' },
    { name: 'How far ahead', value: `${limits.executionHorizonDays} days` },
    { name: 'Funds are looked at before execution', value: yesNo(fundsCheck) },
    {
      name: 'Without funds',
      value: withoutFunds === 'wait' ? `waits ${limits.fundsWaitDays} days, unless you prefer rejection` : 'rejected',
    },
    { name: 'Cancelling needs an approval', value: list(cancellationNeedsSca) },
    { name: 'First start of a standing order', value: `${limits.standingOrderLeadDays} days from today` },
    {
      name: 'Longest bulk message',
      value: `${limits.bulkTransactionsMax} transfers in ${limits.bulkBlocksMax} blocks, ${limits.bulkBytesMax} bytes`,
    },
  ];
}

function basketFacts({ signingBaskets }: AspspProfile): Fact[] {
  return [
    { name: 'Payment services', value: list(signingBaskets.services) },
    { name: 'Consents', value: yesNo(signingBaskets.consents) },
    { name: 'Most members', value: String(signingBaskets.membersMax) },
    { name: 'Only one product in a basket', value: yesNo(signingBaskets.sameProduct) },
    { name: 'Only one debtor account in a basket', value: yesNo(signingBaskets.sameDebtorAccount) },
  ];
}

function formFacts(profile: AspspProfile): Fact[] {
  const { wireStyle, errorForm, psuIpAddressRequired, signatureRequired, timeZone } = profile;
  return [
    { name: 'Booleans and numbers in answers', value: wireStyle === 'json' ? 'JSON types' : 'text' },
    { name: 'Refusals', value: errorForm === 'problem' ? 'problem+json (RFC 9457)' : 'tppMessages' },
    { name: 'PSU-IP-Address when creating', value: psuIpAddressRequired ? 'mandatory' : 'optional' },
    { name: 'Signed requests', value: signatureRequired ? 'mandatory' : 'optional' },
    { name: 'Time zone of days and cut-offs', value: timeZone },
  ];
}
