const PLURAL = new Intl.PluralRules('hr');

/** Returns the Croatian plural: one form for 1, 21, 31 …, one for 2–4, 22–24 …, and one for the rest. */
export function plural(count: number, one: string, few: string, other: string): string {
  const form = PLURAL.select(count);
  return `${count} ${form === 'one' ? one : form === 'few' ? few : other}`;
}
