import type { Language } from '@xs2a/approvals';
import { type PayeeVerification, payeesInDoubt, type ScaContent } from '@xs2a/contracts';

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

/** For a bulk and a basket. */
const SEVERAL: Readonly<Record<Language, (count: number) => string>> = {
  hr: (count) => `Primatelji čija imena nisu potvrđena: ${count}.`,
  en: (count) => `Payees whose names are not confirmed: ${count}.`,
};

/** Returns what a PSU without a page must know of the payee before it approves; empty for a match. */
export function payeeMessage(content: ScaContent, language: Language): string {
  const inDoubt = payeesInDoubt(content);
  if (inDoubt === 0) return '';
  const result = 'payeeVerification' in content ? content.payeeVerification : undefined;
  if (result === undefined || 'counts' in result) return SEVERAL[language](inDoubt);
  const { partyNameMatch, matchedName = '' } = result;
  return TEXTS[language][partyNameMatch](matchedName);
}
