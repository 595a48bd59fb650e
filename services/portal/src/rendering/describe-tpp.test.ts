import { expect, it } from 'vitest';
import { describeTpp } from './describe-tpp.ts';

it('a TPP is described by its authorisation number, register and country, in the language of the page', () => {
  const tppId = 'PSDDE-BAFIN-12345';
  const authority = 'Bundesanstalt für Finanzdienstleistungsaufsicht (BAFIN)';
  expect(describeTpp({ tppId }, 'hr')).toEqual([
    { label: 'O pružatelju usluge', value: `Broj odobrenja 12345, registar: ${authority}, Njemačka` },
  ]);
  expect(describeTpp({ tppId }, 'en')).toEqual([
    { label: 'About the provider', value: `Authorisation number 12345, register: ${authority}, Germany` },
  ]);
  expect(describeTpp({ tppId: 'NTRHR-080000001' }, 'en')[0]?.value).toBe('Registration number 080000001, Croatia');
});

it('there is no description if the certificate has none, or for a service of the previous release', () => {
  expect([...describeTpp({ tppId: 'sandbox' }, 'en'), ...describeTpp({}, 'en')]).toEqual([]);
});
