import { REFUSALS, type Situation, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../request/call.ts';

/** Error cases of ids in the address that lead to nothing. */
const UNKNOWN_IDS: ReadonlySet<Situation> = new Set([
  'consentIdPathUnknown',
  'resourceUnknown',
  'resourceNotOfTpp',
  'accountUnknown',
  'downloadUnknown',
  'transactionUnknown',
  'authorisationUnknown',
]);

/** What stands in addresses where clients have no id. */
const NO_IDS: readonly (readonly [sent: RegExp, what: string])[] = [
  [/^[{<:]|[}>]$/, 'is a placeholder that was not filled in'],
  [/^(undefined|null|nil|None|NaN|\[object Object\])$/, 'is what a program writes where it has no value'],
  [/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/, 'is an IBAN and no id'],
];

/** Says so where an address has anything else at the place of an id: the parameter is named, not what was sent. */
export function explainAddress(error: Xs2aError, { params }: Partial<Pick<Call, 'params'>>): Xs2aError {
  if (!UNKNOWN_IDS.has(error.situation)) return error;
  for (const [name, sent] of Object.entries(params ?? {})) {
    const found = NO_IDS.find(([form]) => typeof sent === 'string' && form.test(sent));
    if (found === undefined) continue;
    const { situation, text = REFUSALS[situation].text, path, others } = error;
    const told = `${text}; in this address ${name} ${found[1]}`;
    return new Xs2aError(situation, { ...(path !== undefined && { path }), text: told, others });
  }
  return error;
}
