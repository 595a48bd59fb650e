type Language = 'hr' | 'en';

/** Texts for the PSU by ISO 20022 ExternalStatusReason1Code of a rejection. */
const REASONS: ReadonlyMap<string, Record<Language, string>> = new Map([
  [
    'AB11',
    {
      hr: 'Plaćanje nije izvršeno na vrijeme i odbijeno je. Novac ostaje na Vašem računu.',
      en: 'The payment was not carried out in time and was rejected. The money stays on your account.',
    },
  ],
  ['AC01', { hr: 'Račun platitelja nije poznat.', en: "The debtor's account is not known." }],
  ['AC04', { hr: 'Račun je zatvoren.', en: 'The account is closed.' }],
  ['AC06', { hr: 'Račun je blokiran.', en: 'The account is blocked.' }],
  ['AG01', { hr: 'Plaćanje s ovog računa nije dopušteno.', en: 'Payments from this account are not permitted.' }],
  ['FF01', { hr: 'Datoteka s nalozima nije čitljiva.', en: 'The file of orders could not be read.' }],
  [
    'NARR',
    { hr: 'Nijedan nalog nije izvršen, iz više razloga.', en: 'No order was carried out, for several reasons.' },
  ],
  ['AM03', { hr: 'Račun se ne vodi u ovoj valuti.', en: 'The account is not held in this currency.' }],
  ['AM04', { hr: 'Na računu nema dovoljno sredstava.', en: 'The account has insufficient funds.' }],
  [
    'AM14',
    {
      hr: 'Iznos je veći od najvećeg iznosa koji ste dogovorili s bankom.',
      en: 'The amount exceeds the maximum that you have agreed with your bank.',
    },
  ],
]);

const OTHER_REASON: Record<Language, string> = {
  hr: 'Banka nije izvršila plaćanje.',
  en: 'The bank did not carry out the payment.',
};

export function reasonText(reasonCode: string, language: Language): string {
  return (REASONS.get(reasonCode) ?? OTHER_REASON)[language];
}

const EXECUTION_DAY: Record<Language, (day: string) => string> = {
  hr: (day) => `Plaćanje će se izvršiti ${day.split('-').toReversed().map(Number).join('.')}.`,
  en: (day) => `The payment will be executed on ${day}.`,
};

/** Returns the text for the PSU with the day on which a waiting payment is executed. */
export function executionDayText(day: string, language: Language): string {
  return EXECUTION_DAY[language](day);
}
