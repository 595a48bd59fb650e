import type { AspspProfile } from '@xs2a/contracts';

/** A language in which the bank speaks to its PSUs. */
export type Language = AspspProfile['languages'][number];

/** The first language that was asked for; otherwise the bank's own. */
export function languageFor(
  { languages }: Pick<AspspProfile, 'languages'>,
  ...requested: readonly (Language | undefined)[]
): Language {
  return requested.find((language) => language !== undefined) ?? languages[0] ?? 'hr';
}
