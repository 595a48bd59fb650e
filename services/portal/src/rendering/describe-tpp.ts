import { PROVIDER_WORDS } from '../words/provider-words.ts';
import { formatCountry } from './formats.ts';
import type { Language } from './languages.ts';
import type { Fact } from './summary.ts';
import { tppRegistration } from './tpp-registration.ts';

/** Under which number, in whose register and in which country a TPP is authorised. Nothing where its certificate does not say it. */
export function describeTpp({ tppId }: { readonly tppId?: string | undefined }, language: Language): Fact[] {
  const registration = tppId === undefined ? undefined : tppRegistration(tppId);
  if (registration === undefined) return [];
  const { number, authority, country } = registration;
  const { label, authorisationNumber, registrationNumber, register } = PROVIDER_WORDS[language];
  const entry =
    authority === undefined ? [registrationNumber(number)] : [authorisationNumber(number), register(authority)];
  return [{ label, value: [...entry, formatCountry(country, language)].join(', ') }];
}
