import type { KnownTransaction } from '../model/transaction.ts';

const AMOUNT = { currency: 'EUR', amount: '1.00' };
const LONG = 'Dugačak tekst, koji se skraćuje ili dijeli. '.repeat(5);
const NAME = LONG.slice(0, 100);
const ACCOUNT = { iban: 'HR1210010051863000160', currency: 'EUR' };
const EXCHANGE = {
  sourceCurrency: 'USD',
  exchangeRate: '1.1',
  unitCurrency: 'USD',
  targetCurrency: 'EUR',
  quotationDate: '2026-05-01',
};
const TRANSFER = {
  endToEndId: 'e',
  mandateId: 'm',
  checkId: 'c',
  creditorId: 'i',
  transactionAmount: AMOUNT,
  currencyExchange: [EXCHANGE],
  creditorName: NAME,
  creditorAccount: ACCOUNT,
  creditorAgent: 'ZABAHR2X',
  ultimateCreditor: NAME,
  debtorName: NAME,
  debtorAccount: ACCOUNT,
  debtorAgent: 'ZABAHR2X',
  ultimateDebtor: NAME,
  remittanceInformationUnstructured: LONG,
  remittanceInformationUnstructuredArray: [LONG.slice(0, 140), LONG.slice(140)],
  remittanceInformationStructured: 'HR99',
  remittanceInformationStructuredArray: [{ reference: 'HR99', referenceType: 'SCOR', referenceIssuer: 'ISO' }],
  purposeCode: 'SALA',
};

/**
 * An entry with every field, whose rendering distinguishes versions of the code: a new field of the contract is a type error
 * until it is added here.
 */
export const SAMPLE_ENTRY: Required<Omit<KnownTransaction['entry'], 'card'>> = {
  ...TRANSFER,
  entryReference: 'r',
  batchIndicator: true,
  batchNumberOfTransactions: 1,
  bookingDate: '2026-05-01',
  valueDate: '2026-05-01',
  entryDetails: [TRANSFER, { ...TRANSFER, remittanceInformationUnstructuredArray: undefined }],
  additionalInformation: 'a',
  additionalInformationStructured: {
    standingOrderDetails: {
      startDate: '2026-05-01',
      startDateTime: '2026-05-01T08:00:00Z',
      endDate: '2026-06-01',
      endDateTime: '2026-06-01T08:00:00Z',
      frequency: 'Monthly',
      executionRule: 'following',
      withinAMonthFlag: true,
      monthsOfExecution: ['1'],
      multiplicator: 1,
      dayOfExecution: '1',
      limitAmount: AMOUNT,
    },
  },
  bankTransactionCode: 'PMNT-ICDT-ESCT',
  proprietaryBankTransactionCode: 'p',
  balanceAfterTransaction: {
    balanceType: 'interimBooked',
    balanceAmount: AMOUNT,
    creditLimitIncluded: true,
    lastChangeDateTime: '2026-05-01T00:00:00Z',
    referenceDate: '2026-05-01',
    lastCommittedTransaction: 'r',
  },
};
