import type { Words } from './words.ts';

export const enTestUsers: Words['testUsers'] = {
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
