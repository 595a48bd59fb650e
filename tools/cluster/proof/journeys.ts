import { setTimeout as after } from 'node:timers/promises';
import { type TlsIdentity, xs2aClient } from '@xs2a/client';
import { IBAN } from '@xs2a/test-system/data/fixtures';
import { approve } from '@xs2a/test-system/psu/approve';

const PSU = { psuId: 'psu-private' };
const ASK_EVERY_MS = 250;
const END_MS_MAX = 60_000;
const HEADERS = { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-URI': 'https://tpp.example/ok' };

/** Addresses of the system for a TPP and a PSU. */
export interface Way {
  readonly gatewayUrl: string;
  readonly portalUrl: string;
  readonly tls: TlsIdentity;
}

async function become<T extends string>(ask: () => Promise<T>, ends: readonly T[]): Promise<T> {
  for (const end = Date.now() + END_MS_MAX; ; await after(ASK_EVERY_MS)) {
    const status = await ask();
    if (ends.includes(status)) return status;
    if (Date.now() > end) throw new Error(`still ${status} after ${END_MS_MAX / 1_000} s`);
  }
}

/** Creates a consent that the PSU approves, reads the account, and returns a summary. */
export async function readAccount({ gatewayUrl, portalUrl, tls }: Way): Promise<string> {
  const bank = xs2aClient({ baseUrl: gatewayUrl, tls });
  const account = { iban: IBAN.private };
  const consent = await bank.createConsent({
    headers: HEADERS,
    body: {
      access: { balances: [account], transactions: [account] },
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
    },
  });
  await approve(portalUrl, consent.body._links.scaRedirect?.href ?? '', PSU);
  await become(async () => (await bank.follow(consent, 'status')).body.consentStatus, ['valid']);
  const mine = bank.with({ 'Consent-ID': consent.body.consentId, 'PSU-IP-Address': HEADERS['PSU-IP-Address'] });
  const [first] = (await mine.getAccountList()).body.accounts;
  const { balances } = (await mine.at('getBalances', first?._links?.balances ?? { href: '' })).body;
  const { amount = '', currency = '' } = balances[0]?.balanceAmount ?? {};
  await bank.deleteConsent({ path: { consentId: consent.body.consentId } });
  return `consent valid, balance ${amount} ${currency} read`;
}

/** Creates a payment that the PSU approves, waits for its execution, and returns its last status. */
export async function pay({ gatewayUrl, portalUrl, tls }: Way): Promise<string> {
  const bank = xs2aClient({ baseUrl: gatewayUrl, tls });
  const payment = await bank.initiatePayment({
    path: { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' },
    headers: HEADERS,
    body: {
      instructedAmount: { currency: 'EUR', amount: '12.50' },
      debtorAccount: { iban: IBAN.private },
      creditorName: 'Ana Anić',
      creditorAccount: { iban: 'HR1210010051863000160' },
    },
  });
  await approve(portalUrl, payment.body._links.scaRedirect?.href ?? '', PSU);
  const status = await become(
    async () => (await bank.follow(payment, 'status')).body.transactionStatus,
    ['ACSC', 'ACCC', 'RJCT', 'CANC'],
  );
  if (status !== 'ACSC' && status !== 'ACCC') throw new Error(`the payment ended ${status}`);
  return `executed, ${status}`;
}
