import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  AccountReference,
  Amount,
  BulkPayment,
  ConsentRequest,
  FAULTS_MAX,
  type Fault,
  FundsConfirmationRequest,
  FundsConsentRequest,
  faultsOf,
  IsoDate,
  ignoredFields,
  nearestWord,
  PeriodicPayment,
  REFUSALS,
  refuseTogether,
  SigningBasket,
  SinglePayment,
  StandingOrderTerms,
  sentenceOf,
  toXs2aError,
  Xs2aError,
} from '../index.ts';

const BODIES = {
  BulkPayment,
  ConsentRequest,
  FundsConfirmationRequest,
  FundsConsentRequest,
  PeriodicPayment,
  SigningBasket,
  SinglePayment,
  StandingOrderTerms,
};
/** Typical words of zod's own messages. */
const LIBRARY_WORDS = /Invalid|expected|received|Unrecognized|Too (big|small)|pattern|input|undefined|^is malformed$/;
const IBAN = 'HR1210010051863000160';
const PAYABLE_AMOUNT = { currency: 'EUR', amount: '12.50' };
/** Valid values of mandatory fields. */
const VALID_VALUES: Readonly<Record<string, unknown>> = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '2030-01-01',
  frequencyPerDay: 4,
  account: { iban: IBAN },
  paymentIds: ['x'],
  debtorAccount: { iban: IBAN },
  instructedAmount: PAYABLE_AMOUNT,
  creditorAccount: { iban: IBAN },
  creditorName: 'Ana',
  startDate: '2030-01-01',
  frequency: 'Monthly',
  payments: [{ instructedAmount: PAYABLE_AMOUNT, creditorAccount: { iban: IBAN }, creditorName: 'Ana' }],
};

function sentencesFor(schema: z.ZodType, value: unknown): string[] {
  return faultsOf(toXs2aError(schema, value)).map((fault: Fault) => sentenceOf(fault));
}

describe('an invalid body', () => {
  it('is reported with all its faults at once, each with its path and the permitted values', () => {
    const body = {
      debtorAccount: { iban: 'HR00' },
      instructedAmount: { currency: 'eur', amount: 12.5 },
      creditorName: 'x'.repeat(80),
      chargeBearer: 'OUR',
      creditorAcount: { iban: IBAN },
    };
    expect(sentencesFor(SinglePayment, body)).toEqual([
      'debtorAccount.iban must be an IBAN without blanks: country in capitals, two check digits, at most 30 letters and digits',
      'instructedAmount.currency must be an ISO 4217 currency code in capitals, such as EUR',
      'instructedAmount.amount must be a text such as "12.50": at most 14 digits, a point, at most 3 digits, not a number',
      'creditorAccount is missing: it must name an account by exactly one of iban, bban, pan, maskedPan, msisdn, other',
      'creditorName must be a text of 1 to 70 characters, not of 80',
      'chargeBearer must be one of DEBT, CRED, SHAR, SLEV',
      'creditorAcount is not a field here; creditorAccount is',
    ]);
  });

  it('is reported with each missing field and its required form', () => {
    expect(sentencesFor(ConsentRequest, {})).toEqual([
      expect.stringMatching(/^access is missing: it must be an object with accounts, balances, transactions/),
      'recurringIndicator is missing: it must be true or false',
      'validUntil is missing: it must be a date YYYY-MM-DD that exists, such as 2027-01-31',
      'frequencyPerDay is missing: it must be a whole number',
    ]);
  });

  it.each(Object.entries<z.ZodType>(BODIES))('is reported with all missing fields at once: %s', (_, schema) => {
    const paths = faultsOf(toXs2aError(schema, {})).map(({ path = '' }) => path);
    expect(paths).toEqual([...new Set(paths)]);
    // The fields named by the first answer must suffice for a valid body.
    const named = Object.fromEntries(Object.entries(VALID_VALUES).filter(([field]) => paths.includes(field)));
    expect(schema.safeParse(named).error).toBeUndefined();
  });

  it.each([
    [{ account: 7 }, ['account', 'instructedAmount']],
    [{ cardNumber: 7 }, ['cardNumber', 'instructedAmount']],
  ])('counts a field of the wrong form as sent: %j', (body, paths) => {
    expect(faultsOf(toXs2aError(FundsConfirmationRequest, body)).map(({ path }) => path)).toEqual(paths);
  });

  it('matches the only unknown field to the only missing one, whatever its name', () => {
    const body = { access: { allPsd2: 'allAccounts' }, recurringIndicator: true, validUntil: '2030-01-01' };
    expect(sentencesFor(ConsentRequest, { ...body, perDay: 4 })).toEqual([
      'frequencyPerDay is missing: it must be a whole number; perDay was sent',
    ]);
    expect(sentencesFor(ConsentRequest, { ...body, validUntil: undefined, perDay: 4 })[0]).not.toContain('perDay');
    expect(sentencesFor(ConsentRequest, { ...body, one: 1, other: 2 })[0]).not.toContain('sent');
    expect(sentencesFor(ConsentRequest, { ...body, ['x'.repeat(3_000)]: 1 })[0]).not.toContain('sent');
  });

  it.each([
    [{}, ''],
    [{ iban: IBAN, bban: '1' }, ', not by iban and bban'],
    [{ pan: '4000000000000002', maskedPan: '400000******0002' }, ', not by pan and maskedPan'],
  ])('distinguishes an account reference without identifier from one with two: %j', (account, words) => {
    const all = 'iban, bban, pan, maskedPan, msisdn, other';
    expect(sentencesFor(z.object({ account: AccountReference }), { account })).toEqual([
      `account must name an account by exactly one of ${all}${words}`,
    ]);
  });

  const iban = (sent: string) => sentencesFor(AccountReference, { iban: sent });
  const date = (sent: string) => sentencesFor(z.object({ validUntil: IsoDate }), { validUntil: sent });
  const amount = (sent: string) => sentencesFor(Amount, { currency: 'EUR', amount: sent });
  const NO_IBAN = 'iban must be an IBAN without blanks';
  const NO_DATE = 'validUntil must be a date YYYY-MM-DD that exists';
  const NO_AMOUNT = 'amount must be a text such as "12.50"';
  it.each<[string, (sent: string) => string[], string, string]>([
    ['HR12 1001 0051 8630 0016 0', iban, NO_IBAN, '; this one has blanks'],
    ['HR12-1001-0051-8630-0016-0', iban, NO_IBAN, '; this one has other characters'],
    ['1001005-1863000160', iban, NO_IBAN, '; this one has other characters'],
    ['10010051863000160', iban, NO_IBAN, '; this one begins with no country'],
    ['hr1210010051863000160', iban, NO_IBAN, '; this one begins with small letters'],
    ['HR1210010051863000161', iban, 'iban has wrong check digits', 'a digit or letter is mistyped'],
    ['HR121001005186300016', iban, 'iban has wrong check digits', 'an IBAN of HR has 21 characters, and this one 20'],
    ['XX1210010051863000160', iban, 'iban has wrong check digits', 'XX is no country of the IBAN registry'],
    ['2027-02-30', date, NO_DATE, 'the calendar has no such day'],
    ['2027-01-31T10:00:00Z', date, NO_DATE, 'without a time'],
    ['31.1.2027', date, NO_DATE, 'such as 2027-01-31'],
    ['12,50', amount, NO_AMOUNT, 'no comma'],
    ['1.000,00', amount, NO_AMOUNT, 'no separator of thousands'],
    ['+1.00', amount, NO_AMOUNT, 'no plus sign'],
    ['1 000.00', amount, NO_AMOUNT, 'no blank'],
    ['12.50 EUR', amount, NO_AMOUNT, 'no blank'],
    ['12.50EUR', amount, NO_AMOUNT, 'neither a currency nor letters'],
    ['123456789012345.00', amount, NO_AMOUNT, 'at most 3 digits'],
  ])(
    'is reported with the specific fault of a value, without repeating the value: %s',
    (sent, telling, begins, ends) => {
      const [sentence = ''] = telling(sent);
      expect([sentence.startsWith(begins), sentence.endsWith(ends), sentence.includes(sent)]).toEqual([
        true,
        true,
        false,
      ]);
    },
  );

  it('is reported with the actual type in place of the required one', () => {
    expect(sentencesFor(SinglePayment, [])).toEqual([
      expect.stringMatching(/^the body must be an object with .*, not a list$/),
    ]);
    expect(sentencesFor(ConsentRequest, 'x')).toEqual([expect.stringMatching(/not a text$/)]);
    expect(sentencesFor(SigningBasket, { paymentIds: 'x' })).toEqual(['paymentIds must be a list, not a text']);
  });

  it('is reported with the field probably sent instead of a missing one, if the schema ignores unknown fields', () => {
    const body = { access: { allPsd2: 'allAccounts' }, recurring_indicator: true, validUntil: '2030-01-01' };
    expect(sentencesFor(ConsentRequest, { ...body, frequencyPerday: 1 })).toEqual([
      'recurringIndicator is missing: it must be true or false; recurring_indicator was sent',
      'frequencyPerDay is missing: it must be a whole number; frequencyPerday was sent',
    ]);
    expect(sentencesFor(ConsentRequest, { ...body, ['x'.repeat(3_000)]: 1, recurring_indicator: undefined })).toEqual([
      'recurringIndicator is missing: it must be true or false; recurring_indicator was sent',
      'frequencyPerDay is missing: it must be a whole number',
    ]);
  });

  it('with several permitted forms is reported with the faults of the form that was meant', () => {
    const { remittanceInformationStructured: field } = SinglePayment.shape;
    const schema = z.object({ field });
    expect(sentencesFor(schema, { field: { refrence: 'x' } })).toEqual([
      'field.reference is missing: it must be a text of 1 to 35 characters',
      'field.refrence is not a field here; reference is',
    ]);
    expect(sentencesFor(schema, { field: 7 })).toEqual([
      'field must be a text of 1 to 140 characters, or an object with reference',
    ]);
  });

  it(`with more than ${FAULTS_MAX} faults is reported with the first ${FAULTS_MAX}`, () => {
    const paymentIds = Array.from({ length: 5_000 }, () => '');
    expect(sentencesFor(SigningBasket, { paymentIds })).toHaveLength(FAULTS_MAX);
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 1]));
    expect(sentencesFor(SinglePayment, unknown)).toHaveLength(FAULTS_MAX);
  });

  it.each(Object.entries(BODIES))('is never reported in the words of the library: %s', (_, schema) => {
    const fields = Object.keys((schema as unknown as { shape: object }).shape);
    const values = [undefined, null, 7, true, '', 'x'.repeat(3_000), [], [7], {}, { x: 1 }, [{}], '2027-02-30'];
    for (const value of values) {
      const sentences = sentencesFor(schema, Object.fromEntries(fields.map((field) => [field, value])));
      for (const sentence of sentences) expect(sentence.replace(/^\S+ /, '')).not.toMatch(LIBRARY_WORDS);
    }
  });
});

describe('an invalid query', () => {
  it('with a repeated parameter is reported with its name', () => {
    const error = toXs2aError(
      z.object({ dateFrom: z.iso.date('must be a date') }),
      { dateFrom: ['a', 'b'] },
      'queryInvalid',
    );
    expect(sentenceOf(error)).toBe('dateFrom must be sent once, not twice');
  });
});

describe('a misspelt word', () => {
  it.each([
    ['credtorName', 'creditorName'],
    ['creditor_name', 'creditorName'],
    ['CreditorName', 'creditorName'],
    ['reqestedExecutionDat', 'requestedExecutionDate'],
    ['creditorUltimate', 'ultimateCreditor'],
    ['date-execution-requested', 'requestedExecutionDate'],
    ['x', undefined],
    ['somethingElse', undefined],
    ['creditorName'.repeat(1_000), undefined],
  ])('%s is matched to %s', (word, meant) => {
    expect(nearestWord(word, Object.keys(SinglePayment.shape))).toBe(meant);
  });
});

describe('ignored fields', () => {
  const open = z.object({
    withBalance: z.boolean().optional(),
    lists: z.array(z.object({ iban: z.string() })).optional(),
  });
  const strict = z.strictObject({ inside: open.optional() });

  it('are reported by path, with the field that was probably meant, or else the known fields', () => {
    expect(ignoredFields(open, { withbalance: true, lists: [{ iban: 'x', iBan: 'y' }, { other: 1 }] })).toEqual([
      { path: 'withbalance', meant: 'withBalance', text: 'is not a field here; withBalance is' },
      { path: 'lists[0].iBan', meant: 'lists[0].iban', text: 'is not a field here; iban is' },
      { path: 'lists[1].other', text: 'is not a field here; the fields are iban' },
    ]);
    expect(ignoredFields(strict, { inside: { x: 1 } })).toMatchObject([{ path: 'inside.x' }]);
  });

  it('are not reported for a schema that refuses unknown fields, and never exceed the maximum number of faults', () => {
    expect(ignoredFields(strict, { x: 1 })).toEqual([]);
    expect(ignoredFields(open, null)).toEqual([]);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 1]));
    expect(ignoredFields(open, many)).toHaveLength(FAULTS_MAX);
  });

  it('are reported if a rule of the whole body misses the field that was misspelt', () => {
    expect(sentencesFor(SigningBasket, { paymentids: ['x'] })).toEqual([
      'paymentIds is needed, or consentIds; paymentids was sent',
    ]);
  });
});

describe('combined checks', () => {
  const refuse = (situation: 'fieldInvalid' | 'periodInvalid' | 'statusInvalid', path: string) => () => {
    throw new Xs2aError(situation, { path, text: 'is wrong' });
  };

  it('report the faults of all checks, each with its own code', () => {
    const found = thrown(() => refuseTogether(refuse('fieldInvalid', 'a'), () => {}, refuse('periodInvalid', 'b')));
    expect(faultsOf(found)).toEqual([
      { situation: 'fieldInvalid', path: 'a', text: 'is wrong' },
      { situation: 'periodInvalid', path: 'b', text: 'is wrong' },
    ]);
  });

  it('report an error with another status alone', () => {
    const found = thrown(() => refuseTogether(refuse('fieldInvalid', 'a'), refuse('statusInvalid', 'b')));
    expect(faultsOf(found)).toEqual([{ situation: 'statusInvalid', path: 'b', text: 'is wrong' }]);
  });
});

describe('REFUSALS', () => {
  /** One mistake that banks answer with different statuses (decision 12). */
  const SAME_MISTAKE = ['resourceNotOfTpp'];

  it('has different texts for different mistakes', () => {
    const rows = Object.entries(REFUSALS).filter(([situation]) => !SAME_MISTAKE.includes(situation));
    const shared = [...Map.groupBy(rows, ([, { text }]) => text)].filter(([, those]) => those.length > 1);
    expect(shared.map(([text]) => text)).toEqual([]);
  });
});

function thrown(run: () => void): Xs2aError {
  try {
    run();
  } catch (error) {
    if (error instanceof Xs2aError) return error;
  }
  throw new Error('nothing was refused');
}
