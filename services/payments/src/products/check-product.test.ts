import {
  FIELD_PRODUCTS,
  faultsFoundBy,
  type PaymentProduct,
  PROFILE_PRESETS,
  SinglePayment,
  toXs2aError,
  Xs2aError,
} from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { SINGLE_ORDERS } from '../orders/single-order.ts';
import { refuseUnfitForProduct, refuseUnofferedProduct } from './check-product.ts';

const PROFILE = PROFILE_PRESETS['hr-full'];
const TUESDAY = new Date('2026-11-24T09:00:00Z');
const CROATIAN = 'HR1723600001101234565';
const GERMAN = 'DE89370400440532013000';
const AMERICAN = { bban: '021000021123456789' };

/** The smallest body that every product accepts. */
const SMALLEST = {
  debtorAccount: { iban: 'HR2799900051100000019' },
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  creditorName: 'Ana Anic',
  creditorAccount: { iban: CROATIAN },
  remittanceInformationUnstructured: 'Racun 17',
};

/** Every field that is allowed if the creditor's bank is outside the EEA. */
const OUTSIDE = {
  creditorAccount: AMERICAN,
  instructedAmount: { currency: 'USD', amount: '12.50' },
  creditorAgent: 'CITIUS33',
  creditorAddress: { streetName: 'Main Street', townName: 'Springfield', country: 'US' },
  chargeBearer: 'SHAR',
};

/** Returns the path at which a body is refused, by its schema or by its product; undefined if it is accepted. */
function refusedAt(product: PaymentProduct, change: object, profile: typeof PROFILE | object = {}): string | undefined {
  const sent = { ...SMALLEST, ...change };
  const parsed = SinglePayment.safeParse(sent);
  if (!parsed.success) return toXs2aError(SinglePayment, sent).path;
  const order = { paymentService: 'payments', paymentProduct: product, body: parsed.data } as const;
  try {
    SINGLE_ORDERS.refuse({ ...PROFILE, ...profile }, order, TUESDAY);
    return undefined;
  } catch (error) {
    if (error instanceof Xs2aError) return error.path;
    throw error;
  }
}

describe('the smallest body', () => {
  it.each(FIELD_PRODUCTS)('is accepted by %s', (product) => {
    expect(refusedAt(product, {})).toBeUndefined();
  });

  it.each(FIELD_PRODUCTS.flatMap((product) => Object.keys(SMALLEST).map((field) => [product, field] as const)))(
    'of %s without %s is refused there where it is mandatory',
    (product, field) => {
      const isOptional = field === 'remittanceInformationUnstructured' && !product.includes('hr');
      const required = { debtorAccount: {} };
      expect(refusedAt(product, { [field]: undefined }, required)).toBe(isOptional ? undefined : field);
    },
  );
});

// Written from the Croatian profile (decision 25): which products accept an optional field. Order: SEPA, T2,
// cross-border, domestic, instant, RTGS, instant SEPA.
describe('a field that a product does not use is refused with its name', () => {
  it.each([
    ['endToEndIdentification', 'E2E-1', [1, 1, 1, 1, 1, 1, 1]],
    ['creditorAgent', 'ZABAHR2X', [1, 1, 1, 0, 0, 0, 1]],
    ['creditorAgentName', 'Neka banka', [0, 0, 1, 0, 0, 0, 0]],
    ['creditorAddress', { country: 'HR' }, [1, 1, 1, 1, 1, 1, 1]],
    ['ultimateDebtor', 'Dijete', [1, 0, 0, 1, 1, 0, 1]],
    ['ultimateCreditor', 'Skola', [1, 0, 0, 1, 1, 0, 1]],
    ['purposeCode', 'SALA', [1, 0, 0, 1, 1, 1, 1]],
    ['chargeBearer', 'SHAR', [0, 1, 1, 0, 0, 0, 0]],
    ['remittanceInformationStructured', 'HR00123', [1, 0, 0, 1, 1, 1, 1]],
    ['requestedExecutionDate', '2026-11-25', [1, 1, 1, 1, 1, 1, 1]],
    ['creditorId', 'HR12', [0, 0, 0, 0, 0, 0, 0]],
    ['serviceLevel', 'SEPA', [0, 0, 0, 0, 0, 0, 0]],
    ['requestedExecutionTime', '2026-11-25T10:00:00Z', [0, 0, 0, 0, 0, 0, 0]],
    ['currencyOfTransfer', 'EUR', [0, 0, 0, 0, 0, 0, 0]],
  ])('%s', (field, value, uses) => {
    const refused = FIELD_PRODUCTS.map((product) => refusedAt(product, { [field]: value }));
    expect(refused).toEqual(uses.map((used) => (used ? undefined : field)));
  });
});

describe('currency and account of the creditor', () => {
  it.each<[PaymentProduct, string, object, string | undefined]>([
    [
      'sepa-credit-transfers',
      'USD',
      { instructedAmount: { currency: 'USD', amount: '1' } },
      'instructedAmount.currency',
    ],
    [
      'domestic-credit-transfers-hr',
      'USD',
      { instructedAmount: { currency: 'USD', amount: '1' } },
      'instructedAmount.currency',
    ],
    ['cross-border-credit-transfers', 'USD', { instructedAmount: { currency: 'USD', amount: '1' } }, undefined],
    ['sepa-credit-transfers', 'Germany', { creditorAccount: { iban: GERMAN } }, undefined],
    [
      'sepa-credit-transfers',
      'Turkey',
      { creditorAccount: { iban: 'TR330006100519786457841326' } },
      'creditorAccount.iban',
    ],
    ['domestic-credit-transfers-hr', 'Germany', { creditorAccount: { iban: GERMAN } }, 'creditorAccount.iban'],
    ['instant-domestic-credit-transfers-hr', 'Germany', { creditorAccount: { iban: GERMAN } }, 'creditorAccount.iban'],
    ['hr-rtgs-payments', 'Germany', { creditorAccount: { iban: GERMAN } }, 'creditorAccount.iban'],
    ['target-2-payments', 'Germany', { creditorAccount: { iban: GERMAN } }, undefined],
    ['target-2-payments', 'no IBAN', { creditorAccount: AMERICAN }, 'creditorAccount.iban'],
    ['sepa-credit-transfers', 'no IBAN', { creditorAccount: { bban: '123' } }, 'creditorAccount.iban'],
    // The check digits of the IBAN itself are right; those of the bank (1001006) or of the account (…161) are not.
    [
      'domestic-credit-transfers-hr',
      'wrong bank digit',
      { creditorAccount: { iban: 'HR4710010061863000160' } },
      'creditorAccount.iban',
    ],
    [
      'domestic-credit-transfers-hr',
      'wrong account digit',
      { creditorAccount: { iban: 'HR8210010051863000161' } },
      'creditorAccount.iban',
    ],
    ['domestic-credit-transfers-hr', 'right digits', { creditorAccount: { iban: 'HR1210010051863000160' } }, undefined],
  ])('%s: %s', (product, _, change, path) => {
    expect(refusedAt(product, change)).toBe(path);
  });
});

describe("a creditor's bank outside the EEA (cross-border)", () => {
  const product = 'cross-border-credit-transfers';
  it.each([
    ['with BIC, address and charge bearer is taken', {}, undefined],
    [
      'with the name of the bank in place of its BIC too',
      { creditorAgent: undefined, creditorAgentName: 'Citibank' },
      undefined,
    ],
    ['needs the BIC or the name of the bank', { creditorAgent: undefined }, 'creditorAgent'],
    ['needs the address of the creditor', { creditorAddress: undefined }, 'creditorAddress'],
    ['needs the charge bearer', { chargeBearer: undefined }, 'chargeBearer'],
    [
      'is known by its BIC before its IBAN',
      { creditorAccount: { iban: GERMAN }, chargeBearer: undefined },
      'chargeBearer',
    ],
    [
      'inside, none of that is needed',
      { creditorAgent: 'COBADEFF', creditorAddress: undefined, chargeBearer: undefined },
      undefined,
    ],
  ])('%s', (_, change, path) => {
    expect(refusedAt(product, { ...OUTSIDE, ...change })).toBe(path);
  });
});

describe('texts', () => {
  it.each<[PaymentProduct, object, string | undefined]>([
    ['domestic-credit-transfers-hr', { creditorName: 'Žarko Šćepanović Đurđica' }, undefined],
    ['sepa-credit-transfers', { creditorName: 'Ana Anić' }, undefined],
    ['cross-border-credit-transfers', { creditorName: 'Ana Anić' }, 'creditorName'],
    ['target-2-payments', { remittanceInformationUnstructured: 'Račun' }, 'remittanceInformationUnstructured'],
    ['sepa-credit-transfers', { creditorName: 'Müller' }, 'creditorName'],
    ['sepa-credit-transfers', { remittanceInformationUnstructured: 'a & b' }, 'remittanceInformationUnstructured'],
    ['sepa-credit-transfers', { creditorAddress: { townName: 'Beč_', country: 'AT' } }, 'creditorAddress.townName'],
    ['sepa-credit-transfers', { remittanceInformationUnstructured: "A-z/0?:().,'+ 9" }, undefined],
  ])('of %s: %o', (product, change, path) => {
    expect(refusedAt(product, change)).toBe(path);
  });
});

describe('with blank content or with letters that are not permitted', () => {
  it('are named together, each with its fault', () => {
    const body = SinglePayment.parse({
      ...SMALLEST,
      creditorName: '   ',
      creditorAddress: { townName: ' ', country: 'HR' },
      remittanceInformationUnstructured: 'Ж',
    });
    const found = faultsFoundBy(() => refuseUnfitForProduct('sepa-credit-transfers', body, PROFILE));
    expect(found.map(({ path, text }) => `${path} ${text}`)).toEqual([
      'creditorName must not be of blanks alone',
      'creditorAddress.townName must not be of blanks alone',
      'remittanceInformationUnstructured may contain only characters of the SEPA Latin set and Croatian letters',
    ]);
  });
});

describe('references', () => {
  const path = 'remittanceInformationStructured';
  it.each<[PaymentProduct, string, boolean]>([
    ['domestic-credit-transfers-hr', 'HR00123-456-789', true],
    ['domestic-credit-transfers-hr', 'HR99', true],
    ['domestic-credit-transfers-hr', 'HR991', false],
    ['domestic-credit-transfers-hr', 'HR00', false],
    ['domestic-credit-transfers-hr', 'HR0012345678901234', false],
    ['domestic-credit-transfers-hr', 'HR00AB', false],
    ['domestic-credit-transfers-hr', '00-123', false],
    // 2·5 + 3·4 + 4·3 + 5·2 + 6·1 = 50, 50 mod 11 = 6, 11 - 6 = 5.
    ['domestic-credit-transfers-hr', 'HR01123-455', true],
    ['domestic-credit-transfers-hr', 'HR01123-456', false],
    // 2·3 + 3·2 + 4·1 = 16, 16 mod 11 = 5, check digit 6; P1 is not checked by model 02.
    ['domestic-credit-transfers-hr', 'HR0299-1236', true],
    ['domestic-credit-transfers-hr', 'HR0299-1235', false],
    ['domestic-credit-transfers-hr', 'HR051236-999', true],
    ['domestic-credit-transfers-hr', 'HR051235-999', false],
    // A model without check digits: only its format is checked.
    ['domestic-credit-transfers-hr', 'HR681235-999', true],
    ['domestic-credit-transfers-hr', 'RF18539007547034', true],
    ['domestic-credit-transfers-hr', 'RF19539007547034', false],
    ['sepa-credit-transfers', 'RF18539007547034', true],
    ['sepa-credit-transfers', 'RF18539007547035', false],
    ['sepa-credit-transfers', 'INVOICE 17', true],
    ['sepa-credit-transfers', 'HR01123-456', false],
  ])('%s with %s', (product, reference, taken) => {
    expect(refusedAt(product, { [path]: reference })).toBe(taken ? undefined : path);
    expect(refusedAt(product, { [path]: { reference } })).toBe(taken ? undefined : `${path}.reference`);
  });

  it('are checked only for their format if the bank does not check their digits', () => {
    const change = { [path]: 'HR01123-456' };
    expect(refusedAt('domestic-credit-transfers-hr', change, { referenceCheckDigits: false })).toBeUndefined();
    expect(refusedAt('domestic-credit-transfers-hr', change, { referenceCheckDigits: true })).toBe(path);
  });

  it("a debtor's model and number in endToEndIdentification are checked, too", () => {
    expect(refusedAt('domestic-credit-transfers-hr', { endToEndIdentification: 'HR01123-455' })).toBeUndefined();
    expect(refusedAt('domestic-credit-transfers-hr', { endToEndIdentification: 'HR01123-456' })).toBe(
      'endToEndIdentification',
    );
  });
});

describe('a day of execution', () => {
  const SUNDAY = '2026-11-29';
  it.each([
    ['in the past', '2026-11-23', {}, true],
    ['today', '2026-11-24', {}, false],
    ['at the horizon', '2027-11-24', {}, false],
    ['beyond the horizon', '2027-11-25', {}, true],
    ['without banking, moved', SUNDAY, { nonBankingDay: 'shift' }, false],
    ['without banking, refused', SUNDAY, { nonBankingDay: 'reject' }, true],
  ])('%s', (_, requestedExecutionDate, profile, refused) => {
    const path = refused ? 'requestedExecutionDate' : undefined;
    expect(refusedAt('sepa-credit-transfers', { requestedExecutionDate }, profile)).toBe(path);
  });
});

describe('the products of the presets', () => {
  const offered = (preset: keyof typeof PROFILE_PRESETS, service: 'payments' | 'periodic-payments'): string[] =>
    FIELD_PRODUCTS.filter((product) => {
      try {
        refuseUnofferedProduct(PROFILE_PRESETS[preset], service, product);
        return true;
      } catch {
        return false;
      }
    });

  it('hr-full: all JSON products as single payments, SEPA and domestic ones also as standing orders, each also instant', () => {
    expect(offered('hr-full', 'payments')).toEqual(FIELD_PRODUCTS);
    expect(offered('hr-full', 'periodic-payments')).toEqual([
      'sepa-credit-transfers',
      'domestic-credit-transfers-hr',
      'instant-domestic-credit-transfers-hr',
      'instant-sepa-credit-transfers',
    ]);
  });

  it('berlin-group: the JSON products of the guidelines', () => {
    const products = ['target-2-payments', 'cross-border-credit-transfers', 'instant-sepa-credit-transfers'];
    expect(offered('berlin-group', 'payments')).toEqual(['sepa-credit-transfers', ...products]);
  });

  it('hr-basic: four products, no standing orders, no TARGET payments', () => {
    expect(offered('hr-basic', 'payments')).toEqual([
      'sepa-credit-transfers',
      'cross-border-credit-transfers',
      'domestic-credit-transfers-hr',
      'hr-rtgs-payments',
    ]);
    expect(offered('hr-basic', 'periodic-payments')).toEqual([]);
    expect(() => refuseUnofferedProduct(PROFILE_PRESETS['hr-basic'], 'payments', 'target-2-payments')).toThrow(
      expect.objectContaining({ situation: 'productUnknown' }),
    );
  });
});
