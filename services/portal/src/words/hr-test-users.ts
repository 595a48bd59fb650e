import type { Words } from './words.ts';

export const hrTestUsers: Words['testUsers'] = {
  'psu-private': 'Privatna osoba: tekući račun, štednja, kreditna kartica',
  'psu-multi': 'Multivalutni račun: EUR, USD, CHF',
  'psu-corporate-1': 'Prvi potpisnik tvrtke (oznaka tvrtke corp-1)',
  'psu-corporate-2': 'Drugi potpisnik tvrtke (oznaka tvrtke corp-1)',
  'psu-empty': 'Tekući račun s 3,50 EUR',
  'psu-exempt': 'Prijenosi između vlastitih računa bez koda',
  'psu-devices': 'Dva uređaja za odobravanje',
  'psu-nofactor': 'Nema načina za primanje koda',
  'psu-blocked': 'Pristup je blokiran',
};
