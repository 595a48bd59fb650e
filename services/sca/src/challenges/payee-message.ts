import type { Language } from '@xs2a/approvals';
import type { PayeeVerification } from '@xs2a/contracts';

type Texts = Readonly<Record<PayeeVerification['partyNameMatch'], (matchedName: string) => string>>;

const TEXTS: Readonly<Record<Language, Texts>> = {
  hr: {
    MTCH: () => '',
    CMTC: (name) => `Djelomično podudaranje: prema banci račun pripada: ${name}.`,
    NMTC: () => 'NEMA PODUDARANJA: račun ne pripada primatelju, novac može stići drugoj osobi.',
    NOAP: () => 'Provjera primatelja nije moguća.',
  },
  en: {
    MTCH: () => '',
    CMTC: (name) => `Close match: according to its bank the account belongs to ${name}.`,
    NMTC: () => 'NO MATCH: the account is not that of the payee, the money may reach somebody else.',
    NOAP: () => 'The payee could not be checked.',
  },
};

/** Returns what a PSU without a page must know of the payee before it approves; empty for a match. */
export function payeeMessage(verification: PayeeVerification | undefined, language: Language): string {
  if (verification === undefined) return '';
  return TEXTS[language][verification.partyNameMatch](verification.matchedName ?? '');
}
