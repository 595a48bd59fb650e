import { expect, it } from 'vitest';
import { tppRegistration } from './tpp-registration.ts';

it.each([
  ['PSDHR-HNB-12345', { country: 'HR', number: '12345', authority: 'Hrvatska narodna banka (HNB)' }],
  [
    'PSDDE-BAFIN-98-7',
    { country: 'DE', number: '98-7', authority: 'Bundesanstalt für Finanzdienstleistungsaufsicht (BAFIN)' },
  ],
  ['PSDPL-PFSA-1', { country: 'PL', number: '1', authority: 'PFSA' }],
  ['NTRHR-080000001', { country: 'HR', number: '080000001' }],
  ['VATSI-SI12345678', { country: 'SI', number: 'SI12345678' }],
  ['LEIXG-5299000J2N45DDNE4Y28', undefined],
  ['sandbox', undefined],
])('the registration of %s', (tppId, registration) => {
  expect(tppRegistration(tppId)).toEqual(registration);
});
