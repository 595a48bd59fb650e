import type { AspspProfile } from '@xs2a/contracts';
import { href } from '@xs2a/contracts';

interface Step {
  readonly title: string;
  readonly text: string;
  /** To be copied into a shell as it is. */
  readonly command?: string;
  /** The operation whose example is shown as the answer. */
  readonly answeredAs?: string;
  /** Shown instead of an example. */
  readonly answer?: string;
}

export interface Journey {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly steps: readonly Step[];
}

export interface Reader {
  readonly origin: string;
  readonly isSandbox: boolean;
  readonly portalUrl: string;
  readonly today: Date;
  readonly profile: Pick<AspspProfile, 'products' | 'scaApproaches'>;
}

const DAY_MS = 86_400_000;
const DAYS_READ = 30;
const DEBTOR = 'HR2799900051100000019';
const CONSENT = { consentId: '$CONSENT' };
/** Ids are put in by the shell of the reader. */
const unescaped = (address: string): string => address.replaceAll('%24', '$');

/** What the commands of every journey use: where the interface is, and a new X-Request-ID for each request. */
export function preparation({ origin, isSandbox, portalUrl }: Reader): string {
  return [
    `XS2A=${origin}`,
    ...(isSandbox ? [`PORTAL=${portalUrl}`] : []),
    'id() { uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid; }',
    `field() { sed -nE 's/.*"'"$1"'":"([^"]+)".*/\\1/p'; }`,
    `redirect() { sed -nE 's/.*"scaRedirect":\\{"href":"([^"]+)".*/\\1/p'; }`,
  ].join('\n');
}

export function journeys(reader: Reader): Journey[] {
  return [readAnAccount(reader), pay(reader), checkFunds(reader)];
}

/** One curl command: the certificate where one is needed, X-Request-ID always. */
function curl({ isSandbox }: Reader, address: string, ...more: readonly string[]): string {
  const own = isSandbox ? [] : ['--cert tpp.pem --key tpp.key'];
  return [`curl -s "$XS2A${unescaped(address)}"`, ...own, '-H "X-Request-ID: $(id)"', ...more].join(' \\\n  ');
}

/** Keeps an answer, shows it, and takes the id out of it. */
function kept(command: string, ...taken: readonly (readonly [string, string])[]): string {
  const lines = taken.map(([variable, how]) => `${variable}=$(${how} <<< "$ANSWER")`);
  return [`ANSWER=$(${command})`, 'echo "$ANSWER"', ...lines].join('\n');
}

const json = (body: object): string[] => ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`];
const BACK = '-H "TPP-Redirect-URI: https://tpp.example/ok"';
const PRESENT = '-H "PSU-IP-Address: 192.0.2.10"';
const UNDER_CONSENT = '-H "Consent-ID: $CONSENT"';

function approval({ isSandbox }: Reader, what: string): Step {
  const sandbox =
    'Open the printed link in a browser and sign in as psu-private with the password psu-private-pass. Choose SMS, take the code from the inbox of psu-private, and approve.';
  return {
    title: `The PSU approves ${what}`,
    text: isSandbox
      ? sandbox
      : 'Send the browser of the PSU to the printed link; the bank brings it back to your address.',
    command: 'echo "$LINK"',
  };
}

function readAnAccount(reader: Reader): Journey {
  const since = new Date(reader.today.getTime() - DAYS_READ * DAY_MS).toISOString().slice(0, 10);
  const access = { balances: [{ iban: DEBTOR }], transactions: [{ iban: DEBTOR }] };
  const body = { access, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 };
  const transactions = href('getTransactionList', { accountId: '$ACCOUNT' });
  return {
    id: 'account',
    title: 'Read an account',
    lead: 'As an account information service: ask for a consent, have it approved, read balances and transactions.',
    steps: [
      {
        title: 'Ask for a consent',
        text: 'The answer is 201 with its id, and a link for the PSU.',
        command: kept(
          curl(reader, href('createConsent', {}), PRESENT, BACK, ...json(body)),
          ['CONSENT', 'field consentId'],
          ['LINK', 'redirect'],
        ),
        answeredAs: 'createConsent',
      },
      approval(reader, 'the consent'),
      {
        title: 'See that it is valid',
        text: 'What the browser brings back is no proof. The status is.',
        command: curl(reader, href('getConsentStatus', CONSENT)),
        answeredAs: 'getConsentStatus',
      },
      {
        title: 'List the accounts',
        text: 'Every read names its consent in Consent-ID. Further reads use the resourceId of an account.',
        command: kept(curl(reader, href('getAccountList', {}), UNDER_CONSENT), ['ACCOUNT', 'field resourceId']),
        answeredAs: 'getAccountList',
      },
      {
        title: 'Read the balances',
        text: 'Without PSU-IP-Address this counts as a read without the PSU; X-RateLimit-Remaining says how many are left today.',
        command: curl(reader, href('getBalances', { accountId: '$ACCOUNT' }), UNDER_CONSENT),
        answeredAs: 'getBalances',
      },
      {
        title: 'Read the transactions',
        text: 'Amounts are signed: what leaves the account is negative. Long lists have a link to the next page.',
        command: curl(reader, `${transactions}?bookingStatus=booked&dateFrom=${since}`, UNDER_CONSENT),
        answeredAs: 'getTransactionList',
      },
      {
        title: 'Give the consent back',
        text: 'Answered 204 without a body. The next read is refused with 401 CONSENT_INVALID.',
        command: curl(reader, href('deleteConsent', CONSENT), '-X DELETE', '-w "%{http_code}\\n"'),
        answer: '204',
      },
    ],
  };
}

function pay(reader: Reader): Journey {
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
    title: 'Have a payment executed',
    lead: 'As a payment initiation service: initiate, have it approved, follow its status until the money has moved.',
    steps: [
      {
        title: 'Initiate the payment',
        text: 'Repeated under the same X-Request-ID the same request is one payment, never two.',
        command: kept(
          curl(reader, href('initiatePayment', payment), PRESENT, BACK, ...json(body)),
          ['PAYMENT', 'field paymentId'],
          ['LINK', 'redirect'],
        ),
        answeredAs: 'initiatePayment',
      },
      approval(reader, 'the payment'),
      {
        title: 'Follow its status',
        text: 'RCVD, then ACTC, ACCP, ACSP and ACSC: debited. Ask every few seconds until it is final.',
        command: curl(reader, status),
        answeredAs: 'getPaymentInitiationStatus',
      },
    ],
  };
}

function checkFunds(reader: Reader): Journey {
  const account = { iban: DEBTOR };
  const asked = { account, instructedAmount: { currency: 'EUR', amount: '100.00' } };
  return {
    id: 'funds',
    title: 'Ask whether an amount is available',
    lead: 'As an issuer of card-based instruments: a consent of its own kind, then yes or no.',
    steps: [
      {
        title: 'Ask for a funds consent',
        text: 'It names one account, and has no frequency: each question is one request.',
        command: kept(
          curl(reader, href('createConsentConfirmationOfFunds', {}), BACK, ...json({ account })),
          ['CONSENT', 'field consentId'],
          ['LINK', 'redirect'],
        ),
        answeredAs: 'createConsentConfirmationOfFunds',
      },
      approval(reader, 'the funds consent'),
      {
        title: 'Ask',
        text: 'Nothing is reserved by it.',
        command: curl(reader, href('checkAvailabilityOfFunds', {}), UNDER_CONSENT, ...json(asked)),
        answeredAs: 'checkAvailabilityOfFunds',
      },
    ],
  };
}
