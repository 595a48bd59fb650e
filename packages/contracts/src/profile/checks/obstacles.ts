import { PAYMENT_PRODUCTS } from '../../interface/payment-products.ts';
import type { AspspProfile } from '../aspsp-profile.ts';

/** A setting that a supervisor may regard as an obstacle to TPPs (RTS 2018/389, Art. 32(3)), and why. */
export interface Obstacle {
  /** Path of the setting, such as `limits.consentDaysMax`. */
  readonly setting: string;
  readonly text: string;
  readonly source: string;
}

interface Row extends Obstacle {
  readonly isThere: (profile: AspspProfile) => boolean;
}

const DAYS_OF_ACCESS = 180;
const READS_PER_DAY = 4;
const OPINION = 'EBA/OP/2020/10';

/** Settings with a value that is safe for every bank. A bank may have a reason for another one, and should know that it needs one. */
const ROWS: readonly Row[] = [
  {
    setting: 'debtorAccount',
    text: 'TPPs must send the account of some payments in JSON: let the PSU choose it (optional)',
    source: `${OPINION}, 33 to 41`,
    isThere: ({ products, debtorAccount }) =>
      [...(products.payments ?? []), ...(products['periodic-payments'] ?? [])].some(
        // A message in XML always has an account.
        (product) => PAYMENT_PRODUCTS[product].format === 'json' && debtorAccount[product] !== 'optional',
      ),
  },
  {
    setting: 'consentModels',
    text: 'a TPP must name accounts: offer bankOffered, so that the PSU chooses them',
    source: `${OPINION}, 34`,
    isThere: ({ consentModels }) => !consentModels.includes('bankOffered'),
  },
  {
    setting: 'psuIdRequired',
    text: 'TPPs must send PSU-ID, which the PSU could type at the bank',
    source: 'RTS 2018/389, Art. 32(3)',
    isThere: ({ psuIdRequired }) => psuIdRequired,
  },
  {
    setting: 'oauth.preStep',
    text: 'the PSU authenticates for a token before the request that it approves',
    source: `${OPINION}, 26`,
    isThere: ({ oauth: { preStep } }) => Object.values(preStep).includes('needed'),
  },
  {
    setting: 'limits.consentDaysMax',
    text: `consents end before ${DAYS_OF_ACCESS} days, so PSUs must renew them more often`,
    source: 'RTS 2018/389, Art. 10a',
    isThere: ({ limits }) => limits.consentDaysMax < DAYS_OF_ACCESS,
  },
  {
    setting: 'limits.frequencyPerDayMax',
    text: `a TPP may read fewer than ${READS_PER_DAY} times a day without the PSU`,
    source: 'RTS 2018/389, Art. 36(5)(b)',
    isThere: ({ limits }) => limits.frequencyPerDayMax < READS_PER_DAY,
  },
  {
    setting: 'fundsConfirmation',
    text: 'no TPP can ask whether funds are available',
    source: 'PSD2, Art. 65',
    isThere: ({ fundsConfirmation }) => !fundsConfirmation,
  },
];

/** Returns the settings of a profile that may be obstacles. */
export function obstaclesIn(profile: AspspProfile): Obstacle[] {
  return ROWS.filter(({ isThere }) => isThere(profile)).map(({ isThere: _, ...obstacle }) => obstacle);
}

/** All settings that may be obstacles, for documentation. */
export const OBSTACLES: readonly Obstacle[] = ROWS;
