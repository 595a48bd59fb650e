/** Description of a TPP beside its name. */
interface ProviderWords {
  readonly label: string;
  readonly authorisationNumber: (number: string) => string;
  readonly registrationNumber: (number: string) => string;
  readonly register: (authority: string) => string;
}

export const PROVIDER_WORDS: Readonly<Record<'hr' | 'en', ProviderWords>> = {
  hr: {
    label: 'O pružatelju usluge',
    authorisationNumber: (number) => `Broj odobrenja ${number}`,
    registrationNumber: (number) => `Registarski broj ${number}`,
    register: (authority) => `registar: ${authority}`,
  },
  en: {
    label: 'About the provider',
    authorisationNumber: (number) => `Authorisation number ${number}`,
    registrationNumber: (number) => `Registration number ${number}`,
    register: (authority) => `register: ${authority}`,
  },
};
