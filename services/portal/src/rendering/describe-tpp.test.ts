import { expect, it } from 'vitest';
import { describeTpp } from './describe-tpp.ts';

it('a TPP is told with its authorisation number, register and country, in the language of the page', () => {
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

it('nothing is told of a TPP whose certificate says nothing of it, or a service of the release before', () => {
  expect([...describeTpp({ tppId: 'sandbox' }, 'en'), ...describeTpp({}, 'en')]).toEqual([]);
});
