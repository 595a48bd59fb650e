import { croatianIban } from './croatian-iban.ts';

/** A shop that is paid by card. The customer does not know its bank account. */
export interface Merchant {
  readonly name: string;
  readonly town: string;
  /** The usual price of a visit in minor units. */
  readonly usual: number;
  /** Frequency of visits, relative to other payees. */
  readonly weight: number;
  /** Merchant category code (ISO 18245). */
  readonly categoryCode?: string;
}

/** A payee of transfers or direct debits. */
export interface Payee {
  readonly name: string;
  readonly iban: string;
  /** BIC of its bank. */
  readonly bic: string;
}

// Names, bank codes and BICs are fictitious; the check digits are correct.
const KVARNER = '999101';
const SLAVONSKA = '999102';
const BIC_OF_BANK: Readonly<Record<string, string>> = { [KVARNER]: 'KVRNHR2X', [SLAVONSKA]: 'SLVNHR2X' };

/** Returns a payee by bank and account. */
export const payee = (name: string, bank: string, account: string): Payee => {
  return { name, iban: croatianIban(bank, account), bic: BIC_OF_BANK[bank] ?? '' };
};

export const LANDLORD = payee('Zdenka Matić', KVARNER, '321000145');
export const ELECTRICITY = payee('Elektra opskrba d.o.o.', KVARNER, '110000231');
export const WATER = payee('Vodovod i odvodnja grada', KVARNER, '110000244');
export const TELEPHONE = payee('Telekom Adria d.d.', SLAVONSKA, '110005102');
export const BOOKSHOP = payee('Svjetska knjižara d.o.o.', SLAVONSKA, '110009001');
export const INSURANCE = payee('Osiguranje Velebit d.d.', SLAVONSKA, '110007766');
export const GYM = payee('Sportski centar Maksimir', KVARNER, '110009013');
export const HOUSING_RESERVE = payee('Pričuva zgrade Ilica 200', SLAVONSKA, '180000077');
export const CHARITY = payee('Udruga Pomoć djeci', SLAVONSKA, '180000505');
export const PENSION_FUND = payee('Mirovinski fond Plavi', KVARNER, '180002020');
export const LEASING = payee('Leasing Sava d.o.o.', SLAVONSKA, '110003310');
export const TAX_OFFICE = payee('Porezna uprava', KVARNER, '100100105');
export const PAYROLL = payee('Zaposlenici - zbirni nalog plaća', KVARNER, '240000999');
export const WAREHOUSE = payee('Skladišta Rugvica d.o.o.', KVARNER, '110030303');

export const EMPLOYER = payee('Studio Medvedgrad d.o.o.', KVARNER, '110044101');
export const SHIPPING_COMPANY = payee('Brodarska agencija Lošinj d.o.o.', SLAVONSKA, '110044202');
export const CLINIC = payee('Poliklinika Sveti Duh', KVARNER, '110044303');
export const PENSION_OFFICE = payee('Zavod za mirovine', SLAVONSKA, '100500906');
export const PARENTS = payee('Vesna Novak', KVARNER, '321000777');

export const COMPANY_CUSTOMERS: readonly Payee[] = [
  payee('Brodogradilište Kostrena d.d.', KVARNER, '110050011'),
  payee('Pilana Lika d.o.o.', SLAVONSKA, '110050022'),
  payee('Tvornica stakla Hum d.o.o.', KVARNER, '110050033'),
  payee('Poljoprivreda Baranja d.o.o.', SLAVONSKA, '110050044'),
  payee('Kamenolom Brač d.o.o.', KVARNER, '110050055'),
];

export const TOWN_SHOPS: readonly Merchant[] = [
  { name: 'Market Jadran', town: 'ZAGREB', usual: 2_450, weight: 16 },
  { name: 'Diskont Zvijezda', town: 'ZAGREB', usual: 3_890, weight: 10 },
  { name: 'Tržnica Dolac', town: 'ZAGREB', usual: 1_320, weight: 7 },
  { name: 'Pekara Klas', town: 'ZAGREB', usual: 410, weight: 12 },
  { name: 'Kavana Gradska', town: 'ZAGREB', usual: 560, weight: 12 },
  { name: 'Bistro Kod Mate', town: 'ZAGREB', usual: 1_850, weight: 6 },
  { name: 'Pizzeria Maslina', town: 'VELIKA GORICA', usual: 1_640, weight: 4 },
  { name: 'Drogerija Lavanda', town: 'ZAGREB', usual: 1_790, weight: 5 },
  { name: 'Ljekarna Centar', town: 'ZAGREB', usual: 1_210, weight: 3 },
  { name: 'Benzinska Autocesta', town: 'LUČKO', usual: 5_400, weight: 4 },
  { name: 'Parking Langov trg', town: 'ZAGREB', usual: 320, weight: 5 },
  { name: 'Tramvaj i autobus ZG', town: 'ZAGREB', usual: 360, weight: 5 },
  { name: 'Knjižara Slovo', town: 'ZAGREB', usual: 2_100, weight: 2 },
  { name: 'Kino Europa', town: 'ZAGREB', usual: 1_380, weight: 2 },
  { name: 'Cvjećarna Ruža', town: 'ZAGREB', usual: 1_900, weight: 1 },
];

export const STUDENT_SHOPS: readonly Merchant[] = [
  { name: 'Studentska menza Savska', town: 'ZAGREB', usual: 230, weight: 14 },
  { name: 'Pekara Klas', town: 'ZAGREB', usual: 290, weight: 12 },
  { name: 'Caffe bar Faks', town: 'ZAGREB', usual: 350, weight: 10 },
  { name: 'Market Jadran', town: 'ZAGREB', usual: 780, weight: 7 },
  { name: 'Tramvaj i autobus ZG', town: 'ZAGREB', usual: 160, weight: 8 },
  { name: 'Kopirnica Skripta', town: 'ZAGREB', usual: 310, weight: 3 },
];

export const TRAVEL_SHOPS: readonly Merchant[] = [
  { name: 'Zračna luka Franjo', town: 'PLESO', usual: 2_300, weight: 3, categoryCode: '4582' },
  { name: 'Hotel Palma', town: 'OPATIJA', usual: 9_800, weight: 2, categoryCode: '7011' },
  { name: 'Trajekti Otok', town: 'SPLIT', usual: 3_400, weight: 3, categoryCode: '4111' },
  { name: 'Webshop Kuća i vrt', town: 'INTERNET', usual: 4_600, weight: 6, categoryCode: '5261' },
  { name: 'Glazba bez granica', town: 'INTERNET', usual: 1_099, weight: 5, categoryCode: '5815' },
  { name: 'Moda Kupola', town: 'ZAGREB', usual: 5_200, weight: 4, categoryCode: '5651' },
  { name: 'Elektronika Bit', town: 'ZAGREB', usual: 8_700, weight: 2, categoryCode: '5732' },
  { name: 'Restoran Ribar', town: 'ZADAR', usual: 4_100, weight: 4, categoryCode: '5812' },
];

export const COMPANY_SUPPLIERS: readonly Merchant[] = [
  { name: 'Čelik i profili d.o.o.', town: 'SISAK', usual: 214_000, weight: 5 },
  { name: 'Ležajevi Varaždin d.o.o.', town: 'VARAŽDIN', usual: 86_000, weight: 6 },
  { name: 'Boje i lakovi Drava d.o.o.', town: 'OSIJEK', usual: 43_000, weight: 5 },
  { name: 'Prijevoz Turopolje d.o.o.', town: 'VELIKA GORICA', usual: 61_000, weight: 6 },
  { name: 'Uredski materijal Pero', town: 'ZAGREB', usual: 9_400, weight: 7 },
  { name: 'Gorivo za tvrtke d.d.', town: 'LUČKO', usual: 28_000, weight: 8 },
  { name: 'Servis viličara Sesvete', town: 'SESVETE', usual: 37_000, weight: 3 },
];
