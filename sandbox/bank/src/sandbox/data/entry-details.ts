import type { EntryDetails } from '../../model/entry.ts';
import type { Merchant, Payee } from './payees.ts';

const NOT_PROVIDED = 'NOTPROVIDED';

const croatianDate = (day: string): string => `${day.split('-').toReversed().join('.')}.`;

// The codes are ISO 20022 external bank transaction codes: domain, family, subfamily.

// The bank's own codes are those of its statements on paper.

export function cardPurchase(merchant: Merchant, day: string): EntryDetails {
  return {
    proprietaryBankTransactionCode: 'KARTICA',
    creditorName: merchant.name,
    remittanceInformationUnstructured: `Kupnja ${croatianDate(day)} ${merchant.name}, ${merchant.town}`,
    bankTransactionCode: 'PMNT-CCRD-POSD',
  };
}

/** Returns a purchase on a credit card's statement. A reservation has no day yet. */
export function creditCardPurchase(merchant: Merchant, day?: string): EntryDetails {
  const { town, categoryCode } = merchant;
  return {
    ...cardPurchase(merchant, day ?? ''),
    card: {
      ...(day !== undefined && { transactionDate: day }),
      ...(town !== 'INTERNET' && { cardAcceptorAddress: { townName: town, country: 'HR' } }),
      ...(categoryCode !== undefined && { merchantCategoryCode: categoryCode }),
      ...(day !== undefined && town === 'INTERNET' && { currencyExchange: [dollarsOf(day)] }),
      proprietaryBankTransactionCode: 'KARTICA',
    },
  };
}

/** Returns the exchange rate of shops that charge in dollars. */
export function dollarsOf(day: string): NonNullable<EntryDetails['currencyExchange']>[number] {
  return {
    sourceCurrency: 'USD',
    exchangeRate: '1.0842',
    unitCurrency: 'EUR',
    targetCurrency: 'EUR',
    quotationDate: day,
  };
}

export function cashWithdrawal(day: string): EntryDetails {
  return {
    proprietaryBankTransactionCode: 'GOTOVINA',
    additionalInformation: 'Bankomat ove banke, bez naknade',
    remittanceInformationUnstructured: `Podizanje gotovine ${croatianDate(day)} bankomat`,
    bankTransactionCode: 'PMNT-CCRD-CWDL',
  };
}

export function transferTo(creditor: Payee, remittance: string, bankTransactionCode = 'PMNT-ICDT-ESCT'): EntryDetails {
  return {
    endToEndId: NOT_PROVIDED,
    creditorName: creditor.name,
    creditorAccount: { iban: creditor.iban },
    creditorAgent: creditor.bic,
    remittanceInformationUnstructured: remittance,
    bankTransactionCode,
  };
}

export function transferFrom(debtor: Payee, remittance: string, purposeCode?: string): EntryDetails {
  return {
    endToEndId: NOT_PROVIDED,
    debtorName: debtor.name,
    debtorAccount: { iban: debtor.iban },
    debtorAgent: debtor.bic,
    remittanceInformationUnstructured: remittance,
    bankTransactionCode: 'PMNT-RCDT-ESCT',
    ...(purposeCode !== undefined && { purposeCode }),
  };
}

export function directDebit(creditor: Payee, accountId: string, remittance: string): EntryDetails {
  return {
    ...transferTo(creditor, remittance, 'PMNT-RDDT-ESDD'),
    mandateId: `${accountId}-${creditor.iban.slice(-6)}`,
    creditorId: creditorIdOf(creditor),
  };
}

/** Returns a Croatian creditor identifier: HR, check digits, business code, OIB. The number is fictitious. */
function creditorIdOf({ iban }: Payee): string {
  return `HR00ZZZ${iban.slice(-10)}0`;
}

export function interest(quarterEnd: string): EntryDetails {
  return {
    remittanceInformationUnstructured: `Kamata do ${croatianDate(quarterEnd)}`,
    bankTransactionCode: 'ACMT-MCOP-INTR',
  };
}
