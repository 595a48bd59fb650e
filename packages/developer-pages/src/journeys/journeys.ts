import { type AspspProfile, href } from '@xs2a/contracts';
import { dayFrom } from '../days/day-from.ts';

interface Step {
  readonly title: string;
  readonly text: string;
  /** Runs unchanged in a shell. */
  readonly command?: string;
  /** `operationId` whose OpenAPI example is shown as the answer. */
  readonly answeredAs?: string;
  /** Replaces the example. */
  readonly answer?: string;
}

interface Journey {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly steps: readonly Step[];
}

/** Facts that determine the commands. */
export interface JourneyContext {
  readonly origin: string;
  readonly isSandbox: boolean;
  readonly portalUrl: string;
  /** Address for the browser after the approval: in the sandbox, a page that explains it. */
  readonly returnAddress: string;
  readonly today: Date;
  readonly profile: Pick<AspspProfile, 'products' | 'scaApproaches' | 'timeZone'>;
}

const DAYS_READ = 30;
const DEBTOR = 'HR2799900051100000019';
const CONSENT = { consentId: '$CONSENT' };
/** Shell variables replace ids and must not be escaped. */
const unescaped = (address: string): string => address.replaceAll('%24', '$');

/** Variables and functions used by every command: the base URL, and a new X-Request-ID for each request. */
export function setupCommands({ origin, isSandbox, portalUrl }: JourneyContext): string {
  return [
    `XS2A=${origin}`,
    ...(isSandbox ? [`PORTAL=${portalUrl}`] : []),
    'id() { uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid; }',
    `field() { sed -nE 's/.*"'"$1"'":"([^"]+)".*/\\1/p'; }`,
    `redirect() { sed -nE 's/.*"scaRedirect":\\{"href":"([^"]+)".*/\\1/p'; }`,
  ].join('\n');
}

export function journeys(reader: JourneyContext): Journey[] {
  return [readAnAccount(reader), pay(reader), checkFunds(reader)];
}

/** A curl command with X-Request-ID, and with the client certificate outside the sandbox. */
function curl({ isSandbox }: JourneyContext, address: string, ...more: readonly string[]): string {
  const own = isSandbox ? [] : ['--cert tpp.pem --key tpp.key'];
  return [`curl -s "$XS2A${unescaped(address)}"`, ...own, '-H "X-Request-ID: $(id)"', ...more].join(' \\\n  ');
}

/** Stores and prints the answer, and extracts values from it. */
function stored(command: string, ...extracted: readonly (readonly [string, string])[]): string {
  const lines = extracted.map(([variable, how]) => `${variable}=$(${how} <<< "$ANSWER")`);
  return [`ANSWER=$(${command})`, 'echo "$ANSWER"', ...lines].join('\n');
}

const json = (body: object): string[] => ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`];
const back = ({ returnAddress }: JourneyContext): string => `-H "TPP-Redirect-URI: ${returnAddress}"`;
const PRESENT = '-H "PSU-IP-Address: 192.0.2.10"';
const UNDER_CONSENT = '-H "Consent-ID: $CONSENT"';

function approval({ isSandbox }: JourneyContext, what: string): Step {
  const sandbox =
    'Open the printed link in a browser. Sign in as psu-private with the password psu-private-pass, choose SMS, read the code in the messages of psu-private, and approve.';
  return {
    title: `Let the PSU approve ${what}`,
    text: isSandbox
      ? sandbox
      : 'Redirect the PSU’s browser to the printed link. The bank redirects it back to your TPP-Redirect-URI.',
    command: 'echo "$LINK"',
  };
}

function readAnAccount(reader: JourneyContext): Journey {
  const since = dayFrom(reader, -DAYS_READ);
  const access = { balances: [{ iban: DEBTOR }], transactions: [{ iban: DEBTOR }] };
  const body = { access, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 };
  const transactions = href('getTransactionList', { accountId: '$ACCOUNT' });
  return {
    id: 'account',
    title: 'Read an account',
    lead: 'For account information services: request a consent, let the PSU approve it, read balances and transactions.',
    steps: [
      {
        title: 'Request a consent',
        text: 'The answer is 201 with the consentId and a link for the PSU.',
        command: stored(
          curl(reader, href('createConsent', {}), PRESENT, back(reader), ...json(body)),
          ['CONSENT', 'field consentId'],
          ['LINK', 'redirect'],
        ),
        answeredAs: 'createConsent',
      },
      approval(reader, 'the consent'),
      {
        title: 'Check the consent status',
        text: 'The redirect back is no proof of approval. Read the status: it must be valid.',
        command: curl(reader, href('getConsentStatus', CONSENT)),
        answeredAs: 'getConsentStatus',
      },
      {
        title: 'List the accounts',
        text: 'Every read carries the consentId in the Consent-ID header. The next requests use the resourceId of an account.',
        command: stored(curl(reader, href('getAccountList', {}), UNDER_CONSENT), ['ACCOUNT', 'field resourceId']),
        answeredAs: 'getAccountList',
      },
      {
        title: 'Read the balances',
        text: 'Without PSU-IP-Address this counts as a read without the PSU. X-RateLimit-Remaining says how many are left today.',
        command: curl(reader, href('getBalances', { accountId: '$ACCOUNT' }), UNDER_CONSENT),
        answeredAs: 'getBalances',
      },
      {
        title: 'Read the transactions',
        text: 'Debits have a negative amount. Long lists have a link to the next page.',
        command: curl(reader, `${transactions}?bookingStatus=booked&dateFrom=${since}`, UNDER_CONSENT),
        answeredAs: 'getTransactionList',
      },
      {
        title: 'Delete the consent',
        text: 'The answer is 204 without a body. The next read fails with 401 CONSENT_INVALID.',
        command: curl(reader, href('deleteConsent', CONSENT), '-X DELETE', '-w "%{http_code}\\n"'),
        answer: '204',
      },
    ],
  };
}

function pay(reader: JourneyContext): Journey {
  const paymentProduct = reader.profile.products.payments?.[0] ?? 'sepa-credit-transfers';
  const payment = { paymentService: 'payments', paymentProduct };
  const body = {
    instructedAmount: { currency: 'EUR', amount: '12.50' },
    debtorAccount: { iban: DEBTOR },
    creditorName: 'Ana Anić',
    creditorAccount: { iban: 'HR1210010051863000160' },
    remittanceInformationUnstructured: 'Račun 17',
  };
  const status = href('getPaymentInitiationStatus', { ...payment, paymentId: '$PAYMENT' });
  return {
    id: 'payment',
    title: 'Initiate a payment',
    lead: 'For payment initiation services: initiate a payment, let the PSU approve it, follow its status until execution.',
    steps: [
      {
        title: 'Send the payment',
        text: 'A repeated request with the same X-Request-ID never creates a second payment.',
        command: stored(
          curl(reader, href('initiatePayment', payment), PRESENT, back(reader), ...json(body)),
          ['PAYMENT', 'field paymentId'],
          ['LINK', 'redirect'],
        ),
        answeredAs: 'initiatePayment',
      },
      approval(reader, 'the payment'),
      {
        title: 'Follow the payment status',
        text: 'The payment goes from RCVD through ACTC, ACCP and ACSP to ACSC (debited). Read the status every few seconds until it is final.',
        command: curl(reader, status),
        answeredAs: 'getPaymentInitiationStatus',
      },
    ],
  };
}

function checkFunds(reader: JourneyContext): Journey {
  const account = { iban: DEBTOR };
  const asked = { account, instructedAmount: { currency: 'EUR', amount: '100.00' } };
  return {
    id: 'funds',
    title: 'Confirm the availability of funds',
    lead: 'For issuers of card-based payment instruments: request a funds consent, then ask. The answer is yes or no.',
    steps: [
      {
        title: 'Request a funds consent',
        text: 'The consent is for one account and has no daily limit.',
        command: stored(
          curl(reader, href('createConsentConfirmationOfFunds', {}), back(reader), ...json({ account })),
          ['CONSENT', 'field consentId'],
          ['LINK', 'redirect'],
        ),
        answeredAs: 'createConsentConfirmationOfFunds',
      },
      approval(reader, 'the funds consent'),
      {
        title: 'Ask for an amount',
        text: 'The bank reserves nothing.',
        command: curl(reader, href('checkAvailabilityOfFunds', {}), UNDER_CONSENT, ...json(asked)),
        answeredAs: 'checkAvailabilityOfFunds',
      },
    ],
  };
}
