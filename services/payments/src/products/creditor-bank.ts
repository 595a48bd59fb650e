import { isEeaCountry, type SinglePayment } from '@xs2a/contracts';

type CreditorSide = Pick<SinglePayment, 'creditorAccount' | 'creditorAgent' | 'creditorAddress'>;

/** Returns the country of the creditor's bank: from its BIC, otherwise the creditor's account, otherwise the creditor's address. */
function countryOf({ creditorAccount, creditorAgent, creditorAddress }: CreditorSide): string | undefined {
  return creditorAgent?.slice(4, 6) ?? creditorAccount.iban?.slice(0, 2) ?? creditorAddress?.country;
}

/** Whether the creditor's bank is in the EEA. An unknown country counts as outside (decision 25). */
export function isInEea(body: CreditorSide): boolean {
  const country = countryOf(body);
  return country !== undefined && isEeaCountry(country);
}
