import { PROVIDER_WORDS } from '../words/provider-words.ts';
import { formatCountry } from './formats.ts';
import type { Language } from './languages.ts';
import type { Fact } from './summary.ts';
import { tppRegistration } from './tpp-registration.ts';

/** Describes authorisation number, register and country of a TPP. Empty if its certificate does not state them. */
export function describeTpp({ tppId }: { readonly tppId?: string | undefined }, language: Language): Fact[] {
  const registration = tppId === undefined ? undefined : tppRegistration(tppId);
  if (registration === undefined) return [];
  const { number, authority, country } = registration;
  const { label, authorisationNumber, registrationNumber, register } = PROVIDER_WORDS[language];
  const entry =
    authority === undefined ? [registrationNumber(number)] : [authorisationNumber(number), register(authority)];
  return [{ label, value: [...entry, formatCountry(country, language)].join(', ') }];
}
