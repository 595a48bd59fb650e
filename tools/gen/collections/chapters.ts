import type { OpenApiDocument } from '../openapi/document.ts';
import { approval, type Changes, CONSENT_HEADERS, changed } from './journeys.ts';
import { type CollectedRequest, collectedOperations } from './requests.ts';

type Operations = ReadonlyMap<string, CollectedRequest>;
/** An operation of the chapter by name, with differences from its example; or requests in between. */
type Step =
  | readonly [operationId: string, status?: number | undefined, changes?: Changes]
  | readonly CollectedRequest[];

const EXPLICIT = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
const EMBEDDED = { 'TPP-Redirect-Preferred': 'false', 'PSU-ID': '{{psuId}}' };
const DEBTOR = { iban: 'HR2799900051100000019' };
const CARD = { maskedPan: '453200******0017' };
const PASSWORD: Changes = { headers: EMBEDDED, body: { psuData: { password: '{{psuId}}-pass' } } };
const METHOD: Changes = { headers: EMBEDDED, body: { authenticationMethodId: 'sms' } };
const IN_THIS_BANK = 'Only where the bank offers it: without a check of the answer.';

/** Returns the chapters of the interface, each as a run that a fresh sandbox answers without an error, from top to bottom. */
export function collectedChapters(document: OpenApiDocument): CollectedRequest[] {
  const operations = collectedOperations(document);
  const chapter = (folder: string, ...steps: readonly Step[]): CollectedRequest[] =>
    steps.flatMap((step) => requestsOf(step, folder, operations));
  const requests = [
    ...chapter(
      'Consents',
      ...authorised('Consents', CONSENTS, operations),
      ['getConsentInformation'],
      ['getConsentStatus'],
      ['deleteConsent', 204],
    ),
    ...chapter(
      'Funds consents',
      ...authorised('Funds consents', FUNDS_CONSENTS, operations),
      ['getConsentConfirmationOfFunds'],
      ['getConsentConfirmationOfFundsStatus'],
      ['checkAvailabilityOfFunds', 200],
      ['deleteConsentConfirmationOfFunds', 204],
    ),
    ...chapter(
      'Accounts',
      consentTo('Accounts', DEBTOR, operations),
      ['getAccountList'],
      ['readAccountDetails'],
      ['getBalances'],
      ['getTransactionList'],
      ['getTransactionDetails'],
      ['getTrustedBeneficiariesList', undefined, { about: IN_THIS_BANK }],
      [
        'downloadTransactions',
        undefined,
        { about: 'Only for a report that a list announces: without a check of the answer.' },
      ],
    ),
    ...chapter(
      'Card accounts',
      consentTo('Card accounts', CARD, operations),
      ['getCardAccount'],
      ['readCardAccount'],
      ['getCardAccountBalances'],
      ['getCardAccountTransactionList'],
    ),
    ...['payments', 'periodic-payments', 'bulk-payments'].flatMap((service) => {
      const suffix = service === 'payments' ? '' : `_${service}`;
      const folder = operations.get(`initiatePayment${suffix}`)?.folder ?? '';
      return chapter(folder, ...paymentSteps(folder, suffix, operations));
    }),
    ...chapter('Signing baskets', ...basketSteps(operations)),
    ...chapter('Verifications', ['verifyPayee'], ['verifyPayer'], ['verifyParty']),
    ...chapter('Keys', ['getPasswordKeys']),
  ];
  return requests;
}

const CONSENTS = {
  create: 'createConsent',
  start: 'startConsentAuthorisation',
  list: 'getConsentAuthorisation',
  status: 'getConsentScaStatus',
  update: 'updateConsentsPsuData',
};
const FUNDS_CONSENTS = {
  create: 'createConsentConfirmationOfFunds',
  start: 'consentConfirmationOfFundsStartAuth',
  list: 'consentConfirmationOfFundsGetAuthorisations',
  status: 'consentConfirmationOfFundsGetScaStatus',
  update: 'consentConfirmationOfFundsUpdatePsuData',
};

/** Creation, and the approval by the embedded approach with each operation of the authorisation. */
function authorised(folder: string, names: typeof CONSENTS, operations: Operations): Step[] {
  return [[names.create, 201, { headers: { ...EMBEDDED, ...EXPLICIT } }], ...approved(folder, names, operations)];
}

function approved(
  folder: string,
  { start, list, status, update }: Omit<typeof CONSENTS, 'create'>,
  operations: Operations,
): Step[] {
  const url = operations.get(update)?.url ?? '';
  const [, , inbox, code] = approval(folder, url.replace('/{{authorisationId}}', ''));
  return [
    [start, 201, PASSWORD],
    [list],
    [status],
    [update, 200, METHOD],
    [inbox, code].filter((one) => one !== undefined),
  ];
}

function consentTo(folder: string, account: object, operations: Operations): CollectedRequest[] {
  const create = operations.get('createConsent') as CollectedRequest;
  const access = { balances: [account], transactions: [account] };
  const body = { access, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 };
  const authorisations = operations.get('startConsentAuthorisation')?.url ?? '';
  return [
    changed({ ...create, folder, name: 'Request a consent' }, 201, { headers: CONSENT_HEADERS, body }),
    ...approval(folder, authorisations),
  ];
}

/** A payment for a later day: it can be cancelled after its approval. */
function paymentSteps(folder: string, suffix: string, operations: Operations): Step[] {
  const names = (of: string, more: string) => ({
    start: `start${of}${suffix}`,
    list: `${more}${suffix}`,
    status: `${of === 'PaymentAuthorisation' ? 'getPaymentInitiationScaStatus' : 'getPaymentCancellationScaStatus'}${suffix}`,
    update: `${of === 'PaymentAuthorisation' ? 'updatePaymentPsuData' : 'updatePaymentCancellationPsuData'}${suffix}`,
  });
  const later = suffix === '' ? { requestedExecutionDate: '{{later}}' } : { startDate: '{{later}}' };
  const changes = { headers: { ...EMBEDDED, ...EXPLICIT }, ...(suffix !== '_bulk-payments' && { fields: later }) };
  return [
    [`initiatePayment${suffix}`, 201, changes],
    [`getPaymentInformation${suffix}`],
    [`getPaymentInitiationStatus${suffix}`],
    ...approved(folder, names('PaymentAuthorisation', 'getPaymentInitiationAuthorisation'), operations),
    [`cancelPayment${suffix}`, 202, { headers: EXPLICIT }],
    ...approved(
      folder,
      names('PaymentInitiationCancellationAuthorisation', 'getPaymentInitiationCancellationAuthorisationInformation'),
      operations,
    ),
  ];
}

/** Two payments in a basket that is deleted, and in another that is approved. */
function basketSteps(operations: Operations): Step[] {
  const folder = 'Signing baskets';
  const pay = operations.get('initiatePayment') as CollectedRequest;
  const create = operations.get('createSigningBasket') as CollectedRequest;
  const headers = { ...EMBEDDED, ...EXPLICIT };
  const body = { paymentIds: ['{{earlierPaymentId}}', '{{paymentId}}'] };
  return [
    ['first', 'second'].map((which) =>
      changed({ ...pay, folder, name: `Initiate the ${which} payment` }, 201, { headers }),
    ),
    ['createSigningBasket', 201, { headers, body }],
    ['getSigningBasket'],
    ['getSigningBasketStatus'],
    ['deleteSigningBasket', 204],
    [changed({ ...create, folder, name: 'Group the payments again' }, 201, { headers, body })],
    ...approved(
      folder,
      {
        start: 'startSigningBasketAuthorisation',
        list: 'getSigningBasketAuthorisation',
        status: 'getSigningBasketScaStatus',
        update: 'updateSigningBasketPsuData',
      },
      operations,
    ),
  ];
}

function requestsOf(step: Step, folder: string, operations: Operations): CollectedRequest[] {
  const [first] = step;
  if (typeof first !== 'string') return [...(step as readonly CollectedRequest[])];
  const [operationId, status, changes = {}] = step as readonly [string, (number | undefined)?, Changes?];
  const operation = operations.get(operationId);
  if (operation === undefined) throw new Error(`The document has no ${operationId}`);
  const isUnchecked = status === undefined && changes.about !== undefined;
  return [changed({ ...operation, folder }, isUnchecked ? undefined : (status ?? 200), changes)];
}
