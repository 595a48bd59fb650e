/** Who a TPP is, beside its name. */
interface ProviderWords {
  readonly label: string;
  readonly authorisationNumber: (number: string) => string;
  readonly registrationNumber: (number: string) => string;
  readonly register: (authority: string) => string;
}

export const PROVIDER_WORDS: Readonly<Record<'hr' | 'en', ProviderWords>> = {
  hr: {
    label: 'O pružatelju usluge',
    authorisationNumber: (number) => `broj odobrenja ${number}`,
    registrationNumber: (number) => `registarski broj ${number}`,
    register: (authority) => `registar: ${authority}`,
  },
  en: {
    label: 'About the provider',
    authorisationNumber: (number) => `authorisation number ${number}`,
    registrationNumber: (number) => `registration number ${number}`,
    register: (authority) => `register: ${authority}`,
  },
};
