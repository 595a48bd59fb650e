import { ENDPOINTS, type Endpoint, type EndpointKey, href, PROFILE_PRESETS } from '@xs2a/contracts';
import { OFFERED_SERVICES } from '../src/checks/address/offered-endpoint.ts';

/** The profile of `every-endpoint.yaml`. */
const PROFILE = { ...PROFILE_PRESETS['hr-full'], trustedBeneficiaries: true };
/** Its endpoints. What an edition alone has is tested with that edition. */
const KEYS = (Object.keys(ENDPOINTS) as EndpointKey[]).filter((key) => {
  const { optional }: Endpoint = ENDPOINTS[key];
  return optional === undefined || OFFERED_SERVICES[optional](PROFILE);
});

/** Returns an address of an endpoint with plausible parameters. */
export function addressOf(key: EndpointKey): string {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const parameters = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' };
  const ids = {
    consentId: id,
    accountId: id,
    authorisationId: id,
    paymentId: id,
    basketId: id,
    transactionId: id,
    downloadId: id,
  };
  return href(key, { ...parameters, ...ids });
}

export const ROWS = KEYS.map((key) => ({ key, ...ENDPOINTS[key], address: addressOf(key) }));
export const ADDRESSES = [...new Set(ROWS.map(({ address }) => address))];

export const CONSENT = {
  access: { balances: [{ iban: 'HR2799900051100000019' }] },
  recurringIndicator: true,
  validUntil: '2030-01-01',
  frequencyPerDay: 4,
};

export const PAYMENT = {
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  debtorAccount: { iban: 'HR2799900051100000019' },
  creditorName: 'Ana Anić',
  creditorAccount: { iban: 'HR1210010051863000160' },
};

export const FUNDS_QUESTION = {
  account: { iban: 'HR2799900051100000019' },
  instructedAmount: { currency: 'EUR', amount: '12.50' },
};

export const AS_JSON = { 'Content-Type': 'application/json' };
