/** Texts of the statistics page. */
const en = {
  title: 'Availability and performance of the interface',
  lead: 'Daily figures of the dedicated interface for payment service providers and of the interfaces of the bank, published under Article 32(4) of Delegated Regulation (EU) 2018/389 and the Guidelines EBA/GL/2018/07.',
  service: 'Interface statistics',
  quarters: 'Quarters',
  download: 'Download as CSV',
  table: 'Figures by day',
  none: 'There are no figures for this quarter.',
  columns: {
    date: 'Day',
    interface: 'Interface',
    uptime: 'Up',
    downtime: 'Down',
    pisp: 'Payment initiation (ms)',
    aisp: 'Account information (ms)',
    cbpii: 'Funds confirmation (ms)',
    errors: 'Errors',
  },
  dedicated: 'Dedicated interface',
  soFar: 'part of the day',
  rules: [
    'The interface is down from the first of five consecutive requests received within 30 seconds that the bank did not answer, until the first request that it answered, and while it does not run for 30 seconds or longer.',
    'Times are means per request, from its receipt to the end of the answer.',
    'Errors are those attributable to the bank, divided by all requests of the day.',
  ],
  switchLanguage: 'Language',
  skipToContent: 'Skip to content',
  away: 'The statistics are not available at the moment.',
};

type StatisticsWords = typeof en;

const hr: StatisticsWords = {
  title: 'Dostupnost i brzina sučelja',
  lead: 'Dnevni pokazatelji namjenskog sučelja za pružatelje platnih usluga i vlastitih sučelja banke, objavljeni prema članku 32. stavku 4. Delegirane uredbe (EU) 2018/389 i Smjernicama EBA/GL/2018/07.',
  service: 'Statistika sučelja',
  quarters: 'Tromjesečja',
  download: 'Preuzmi kao CSV',
  table: 'Pokazatelji po danima',
  none: 'Za ovo tromjesečje nema podataka.',
  columns: {
    date: 'Dan',
    interface: 'Sučelje',
    uptime: 'Dostupno',
    downtime: 'Nedostupno',
    pisp: 'Iniciranje plaćanja (ms)',
    aisp: 'Podaci o računima (ms)',
    cbpii: 'Raspoloživost sredstava (ms)',
    errors: 'Udio pogrešaka',
  },
  dedicated: 'Namjensko sučelje',
  soFar: 'dio dana',
  rules: [
    'Sučelje je nedostupno od prvog od pet uzastopnih zahtjeva primljenih u 30 sekundi na koje banka nije odgovorila, do prvog zahtjeva na koji je odgovorila, te kada ne radi 30 sekundi ili dulje.',
    'Vrijeme je prosjek po zahtjevu, od primitka zahtjeva do kraja odgovora.',
    'Udio pogrešaka je broj pogrešaka za koje je odgovorna banka podijeljen s brojem svih zahtjeva toga dana.',
  ],
  switchLanguage: 'Jezik',
  skipToContent: 'Preskoči na sadržaj',
  away: 'Statistika trenutačno nije dostupna.',
};

export const STATISTICS_WORDS = { hr, en };
export type StatisticsLanguage = keyof typeof STATISTICS_WORDS;
