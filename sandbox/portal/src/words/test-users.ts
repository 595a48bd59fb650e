/** Descriptions of the PSUs of the sandbox bank, in the order in which they are shown. */
const EN = {
  'psu-private': 'Private person: current account, savings, credit card',
  'psu-multi': 'Multicurrency account: EUR, USD, CHF',
  'psu-corporate-1': 'First signer of a company (company ID corp-1)',
  'psu-corporate-2': 'Second signer of a company (company ID corp-1)',
  'psu-empty': 'Current account with 3.50 EUR',
  'psu-exempt': 'Transfers between own accounts without a code',
  'psu-devices': 'Two devices to approve on',
  'psu-nofactor': 'Has no way to receive a code',
  'psu-blocked': 'Access is blocked',
};
type TestUser = keyof typeof EN;

const HR: Readonly<Record<TestUser, string>> = {
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

export const TEST_USER_WORDS = { en: EN, hr: HR };
export const TEST_USERS = Object.keys(EN) as TestUser[];

/** Test users who approve on a device. */
export const USERS_WITH_DEVICE: readonly TestUser[] = [
  'psu-private',
  'psu-corporate-1',
  'psu-corporate-2',
  'psu-devices',
];
