/** Descriptions of a TPP beside its name. */
export const PROVIDER_WORDS = {
  hr: {
    label: 'O pružatelju usluge',
    authorisationNumber: (number: string) => `Broj odobrenja ${number}`,
    registrationNumber: (number: string) => `Registarski broj ${number}`,
    register: (authority: string) => `registar: ${authority}`,
  },
  en: {
    label: 'About the provider',
    authorisationNumber: (number: string) => `Authorisation number ${number}`,
    registrationNumber: (number: string) => `Registration number ${number}`,
    register: (authority: string) => `register: ${authority}`,
  },
};
