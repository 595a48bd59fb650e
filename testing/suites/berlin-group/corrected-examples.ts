/** Replacements for values in the examples that no bank can accept; everything else is sent unchanged. */
const CORRECTIONS: readonly (readonly [RegExp, string])[] = [
  // The IBAN has wrong check digits.
  [/ ?DE23100120020123456789/g, 'DE54100120020123456789'],
  // The quote is misplaced.
  [/"instructedAmount\\"/g, '"instructedAmount'],
  // There is no such element in pain.001.
  [/Prptry>/g, 'Prtry>'],
  // The debtor's bank is mandatory in pain.001.
  [/<ChrgBr>/g, '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt><ChrgBr>'],
];

/** Dates that were in the future when the examples were written: the field, and the number of days from today to use. */
const DAYS: Readonly<Record<string, number>> = { validUntil: 90, startDate: 30, requestedExecutionDate: 7 };
const DAY_MS = 86_400_000;

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns an example request that is valid today. */
export function corrected(example: unknown): unknown {
  const text = CORRECTIONS.reduce((sent, [from, to]) => sent.replace(from, to), JSON.stringify(example));
  const value: unknown = JSON.parse(text);
  if (typeof value === 'string') return value.replace(/(<ReqdExctnDt>).*(<\/ReqdExctnDt>)/, `$1${inDays(1)}$2`);
  const days = Object.keys(value as object).flatMap((field) => {
    const ahead = DAYS[field];
    return ahead === undefined ? [] : [[field, inDays(ahead)] as const];
  });
  return { ...(value as object), ...Object.fromEntries(days) };
}
