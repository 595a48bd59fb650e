import type { SinglePayment } from '@xs2a/contracts';

const EEA = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** SEPA is the EEA and these countries (EPC409-09, edition of 2025). */
const SEPA = new Set([...EEA, ...'AD AL CH GB GG GI IM JE MC MD ME MK RS SM VA'.split(' ')]);

type CreditorSide = Pick<SinglePayment, 'creditorAccount' | 'creditorAgent' | 'creditorAddress'>;

/** Returns the country of the creditor's bank: from its BIC, otherwise the creditor's account, otherwise the creditor's address. */
function countryOf({ creditorAccount, creditorAgent, creditorAddress }: CreditorSide): string | undefined {
  return creditorAgent?.slice(4, 6) ?? creditorAccount.iban?.slice(0, 2) ?? creditorAddress?.country;
}

/** Whether the creditor's bank is in the EEA. An unknown country counts as outside (decision 25). */
export function isInEea(body: CreditorSide): boolean {
  const country = countryOf(body);
  return country !== undefined && EEA.has(country);
}

export function isSepaIban(iban: string): boolean {
  return SEPA.has(iban.slice(0, 2));
}
