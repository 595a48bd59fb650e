import type { SandboxWords } from './sandbox-words.ts';

/** Descriptions of the sandbox PSUs. */
export const TEST_USER_WORDS: Readonly<Record<'hr' | 'en', SandboxWords['testUsers']>> = {
  hr: {
    'psu-private': 'Privatna osoba: tekući račun, štednja, kreditna kartica',
    'psu-multi': 'Multivalutni račun: EUR, USD, CHF',
    'psu-corporate-1': 'Prvi potpisnik tvrtke (oznaka tvrtke corp-1)',
    'psu-corporate-2': 'Drugi potpisnik tvrtke (oznaka tvrtke corp-1)',
    'psu-empty': 'Tekući račun s 3,50 EUR',
    'psu-exempt': 'Prijenosi između vlastitih računa bez koda',
    'psu-devices': 'Dva uređaja za odobravanje',
    'psu-nofactor': 'Nema načina za primanje koda',
    'psu-blocked': 'Pristup je blokiran',
  },
  en: {
    'psu-private': 'Private person: current account, savings, credit card',
    'psu-multi': 'Multicurrency account: EUR, USD, CHF',
    'psu-corporate-1': 'First signer of a company (company ID corp-1)',
    'psu-corporate-2': 'Second signer of a company (company ID corp-1)',
    'psu-empty': 'Current account with 3.50 EUR',
    'psu-exempt': 'Transfers between own accounts without a code',
    'psu-devices': 'Two devices to approve on',
    'psu-nofactor': 'Has no way to receive a code',
    'psu-blocked': 'Access is blocked',
  },
};
