import { plural } from './croatian-plural.ts';
import type { Words } from './words.ts';

export const hrOrders: Words['orders'] = {
  amount: 'Iznos',
  currency: 'Valuta',
  total: 'Ukupno',
  payee: 'Primatelj',
  payeeAccount: 'Račun primatelja',
  payeeVerification: {
    payeeAtBank: 'Primatelj prema njegovoj banci',
    payeeInOrder: 'Primatelj u nalogu',
    results: {
      MTCH: 'Podudaranje: račun pripada primatelju.',
      CMTC: {
        title: 'Djelomično podudaranje',
        text: 'Ime u nalogu nije jednako imenu vlasnika računa. Odobrite samo ako želite platiti tom vlasniku.',
      },
      NMTC: {
        title: 'Nema podudaranja',
        text: 'Prema njegovoj banci račun ne pripada primatelju iz naloga. Ako odobrite, novac može stići drugoj osobi, a banka Vam ga nije dužna vratiti. Ako podaci nisu točni, odbijte plaćanje i zadajte nov nalog.',
      },
      NOAP: {
        title: 'Provjera nije moguća',
        text: 'Nije bilo moguće provjeriti pripada li račun primatelju; to ne znači da podaci nisu točni. Provjerite ih: ako račun nije njegov, novac može stići drugoj osobi, a banka Vam ga nije dužna vratiti.',
      },
    },
    ofBulk: {
      label: 'Provjera primatelja',
      allMatch: 'Sva se imena podudaraju.',
      differ: (count, all) => `Imena koja se razlikuju: ${count} od ${all}`,
      notChecked: (count, all) => `Imena koja nije bilo moguće provjeriti: ${count} od ${all}`,
      consequence:
        'Ako račun nije račun primatelja, novac može stići drugoj osobi, a banka Vam ga nije dužna vratiti. Ako podaci nisu točni, odbijte plaćanje i zadajte nov nalog.',
      listed: 'Primatelji čija imena nisu potvrđena',
      more: (count) => `i još ${plural(count, 'primatelj', 'primatelja', 'primatelja')}`,
    },
  },
  fromAccount: 'S računa',
  accountToChoose: 'Račun birate sami.',
  remittance: 'Opis plaćanja',
  executionDate: 'Datum izvršenja',
  kind: 'Vrsta plaćanja',
  instant: 'Primatelj ima novac u roku od deset sekundi. Plaćanje se ne može opozvati.',
  services: {
    payments: 'Pojedinačno plaćanje',
    'bulk-payments': 'Skupno plaćanje',
    'periodic-payments': 'Trajni nalog',
  },
  products: {
    'sepa-credit-transfers': 'SEPA kreditni transfer',
    'cross-border-credit-transfers': 'međunarodni kreditni transfer',
    'domestic-credit-transfers-hr': 'nacionalni kreditni transfer',
    'target-2-payments': 'plaćanje sustavom TARGET',
    'instant-domestic-credit-transfers-hr': 'instant nacionalni kreditni transfer',
    'hr-rtgs-payments': 'plaćanje velike vrijednosti',
    'pain.001-credit-transfers': 'kreditni transferi u datoteci',
    'instant-sepa-credit-transfers': 'instant SEPA kreditni transfer',
  },

  perExecution: 'pri svakom izvršenju',
  frequency: 'Koliko često',
  frequencies: {
    Daily: 'Svaki dan',
    Weekly: 'Svaki tjedan',
    EveryTwoWeeks: 'Svaka dva tjedna',
    Monthly: 'Svaki mjesec',
    EveryTwoMonths: 'Svaka dva mjeseca',
    Quarterly: 'Svaka tri mjeseca',
    SemiAnnual: 'Svakih šest mjeseci',
    Annual: 'Svake godine',
    MonthlyVariable: 'Svake godine',
  },
  onDay: (day) => `${day}. dana u mjesecu`,
  onLastDay: 'posljednjeg dana u mjesecu',
  inMonths: (months) => `u mjesecima: ${months}`,
  firstExecution: 'Prvo izvršenje',
  earliest: (date) => `Najranije ${date}`,
  lastExecution: 'Posljednje izvršenje',
  latest: (date) => `Najkasnije ${date}`,
  untilCancelled: 'Do opoziva',
  noBankingDay: 'Ako banka ne radi',
  executionRules: { following: 'Sljedećeg radnog dana', preceding: 'Prethodnog radnog dana' },

  transfers: 'Broj plaćanja',
  payees: 'Primatelji',
  morePayees: (count) =>
    `i još ${plural(count, 'plaćanje', 'plaćanja', 'plaćanja')}; ukupan iznos obuhvaća sva plaćanja`,
  cancellation: 'Opoziv',
  orders: 'Broj naloga',
  order: (number, count) => `${number}. od ${count}`,

  signatures: 'Potrebna odobrenja',
  signers: (count) => plural(count, 'osoba', 'osobe', 'osoba'),
  othersNeeded: (others) =>
    others === 0
      ? 'Ostali su već odobrili; Vaše odobrenje je posljednje.'
      : others === 1
        ? 'Osim Vas mora odobriti još jedna osoba.'
        : `Osim Vašeg potrebno je odobrenje još ${plural(others, 'osobe', 'osobe', 'osoba')}.`,
};
