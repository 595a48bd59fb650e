const EEA = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** SEPA is the EEA and these countries (EPC409-09, edition of 2025). */
const SEPA = new Set([...EEA, ...'AD AL CH GB GG GI IM JE MC MD ME MK RS SM VA'.split(' ')]);

export function isEeaCountry(country: string): boolean {
  return EEA.has(country);
}

export function isSepaIban(iban: string): boolean {
  return SEPA.has(iban.slice(0, 2));
}
