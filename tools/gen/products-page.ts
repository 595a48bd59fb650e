import {
  type AspspProfile,
  FIELD_PRODUCTS,
  fieldUse,
  PAYMENT_PRODUCTS,
  PaymentProduct,
  PaymentService,
  PRODUCT_FIELDS,
  PROFILE_PRESETS,
  type ProductField,
} from '@xs2a/contracts';
import { code, page, table } from './markdown.ts';

const CREDITORS = { croatia: 'Croatian IBAN', sepa: 'IBAN in SEPA', anywhere: 'anywhere' } as const;
const LETTERS = { croatian: 'SEPA Latin, č ć đ š ž', none: 'SEPA Latin' } as const;
const REFERENCES = { national: '`HR…` or `RF…`', any: 'any; `HR…` and `RF…` are checked' } as const;

function productsTable(): string {
  const rows = PaymentProduct.options.map((product) => {
    const { format, services, currencies, creditors, letters, references, instant } = PAYMENT_PRODUCTS[product];
    return [
      code(product),
      format,
      services.map(code).join(', '),
      currencies?.join(', ') ?? 'all',
      CREDITORS[creditors],
      LETTERS[letters],
      REFERENCES[references],
      instant ? 'ACCC' : 'ACSC',
    ];
  });
  return table(
    ['product', 'format', 'services', 'currencies', "creditor's account", 'characters', 'reference', 'ends as'],
    rows,
  );
}

function fieldsTable(): string {
  const rows = (Object.keys(PRODUCT_FIELDS) as ProductField[]).map((field) => [
    code(field),
    ...FIELD_PRODUCTS.map((product) => fieldUse(product, field) ?? ''),
  ]);
  return table(['field', ...FIELD_PRODUCTS.map(code)], rows);
}

function offersTable(): string {
  const presets = Object.entries<AspspProfile>(PROFILE_PRESETS);
  const rows = presets.map(([name, { products }]) => [
    code(name),
    ...PaymentService.options.map((service) => products[service]?.map(code).join(', ') ?? 'none'),
  ]);
  return table(['preset', ...PaymentService.options.map(code)], rows);
}

function timesTable(): string {
  const rows = Object.entries(PROFILE_PRESETS['hr-full'].executionTimes).map(([product, times]) => [
    code(product),
    times.bankingDays,
    times.cutOff ?? 'none',
    times.bookedAtOnce ? 'at once, at any hour' : 'on the next banking day before the cut-off',
  ]);
  return table(['product', 'banking days', 'cut-off', 'without a date'], rows);
}

/** Life cycle of payments, for TPP developers. Its rules are in services/payments. */
const EXECUTION = [
  '- Texts with other letters than those of the product are transliterated (`č` → `c`, `&` → `+`): creation and content have a warning for each (of a pain.001 the status in JSON), and the content is what the PSU approves and the bank executes. With `textCharacters: refuse` they are refused with `FORMAT_ERROR`. Invisible characters always are ([decision 25](decisions/0025-payment-fields-and-texts.md)).',
  '- A payment without `requestedExecutionDate` is executed as in the table above. One with a date keeps its status after authorisation until that day. A date that is no banking day, or today after the cut-off, is moved to the next banking day: the status is `ACWC`, `executionDate` of the status answer is the new day, and `psuMessage` names it. `psuMessage` also names the day if a payment without a date has to wait. With `nonBankingDay: reject` the date is refused with `EXECUTION_DATE_INVALID`.',
  '- Funds are checked when a payment is due. Without funds a payment with `TPP-Rejection-NoFunds-Preferred: true` ends as `RJCT`. Otherwise (false and absent are the same) it waits: the status stays, with `fundsAvailable: false` and, with `fundsMessage` of the profile, the warning `FUNDS_NOT_AVAILABLE`, and funds are checked again until `fundsWaitDays` are over. A check that the bank does not answer ends no wait. When the funds are found, the payment is treated like an order that is received at that moment: after the cut-off, or on a day that is no banking day, it is executed on the next banking day; without a date it is executed at once if its product is executed at any hour. Instant payments never wait. With `withoutFunds: reject` no payment waits.',
  '- `fundsAvailable` appears only with `ACTC`, `ACWC` and `ACCP`, and only after a check. A rejected payment has the reason in `psuMessage` for the PSU, and in a warning with the ISO 20022 code for the TPP.',
  '- A standing order keeps its status after authorisation until its last execution is over: then `ACSC` if at least one succeeded, else `RJCT`. Each execution is handed to the bank once, in order. An execution that waits for funds delays the following ones. After a downtime, or an approval after its first day, the missed executions follow one after the other; after such an approval on a banking day.',
  '- Weekly frequencies keep the weekday of `startDate`. Monthly frequencies use `dayOfExecution`, or the day of `startDate`; 31 is the last day, and in shorter months a later day means the last one. The first execution is the first such day not before `startDate`. A day that is no banking day is moved as `executionRule` says, but never before `startDate` or after `endDate`: then it is moved the other way.',
].join('\n');

export function productsPage(): string {
  return page(
    'Payment products',
    '`packages/contracts/src/interface/payment-products.ts` and `../profile/presets.ts`',
    'The products, their fields, and how payments are executed. The rules are [decision 25](decisions/0025-payment-fields-and-texts.md).',
    productsTable(),
    '## Offered by the presets',
    offersTable(),
    '## Fields',
    "m: mandatory; o: optional; c: mandatory if the creditor's bank is outside the EEA (by BIC, else IBAN, else address; `creditorAgentName` may replace `creditorAgent`); -: refused. `debtorAccount` is an IBAN; the profile lets a TPP leave it out (setting `debtorAccount`). Any other field is refused, and `path` names it.",
    fieldsTable(),
    'References: `HR` and a model of two digits, then up to 22 digits and hyphens in segments of at most 12; `HR99` has no number. Check digits are checked for the models 01 to 11 and 55 (setting `referenceCheckDigits`), and always for ISO 11649 (`RF`). Croatian IBANs also have MOD 11,10 check digits of bank and account.',
    '## Execution',
    'In the preset `hr-full` (setting `executionTimes`):',
    timesTable(),
    EXECUTION,
  );
}
