import { REFUSALS, type Situation, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../request/call.ts';

/** Error cases of ids in the address that match no resource. */
const UNKNOWN_IDS: ReadonlySet<Situation> = new Set([
  'consentIdPathUnknown',
  'resourceUnknown',
  'resourceNotOfTpp',
  'accountUnknown',
  'downloadUnknown',
  'transactionUnknown',
  'authorisationUnknown',
]);

/** Placeholders that clients send instead of an id. */
const PLACEHOLDERS: readonly (readonly [sent: RegExp, what: string])[] = [
  [/^[{<:]|[}>]$/, 'is a placeholder that was not filled in'],
  [/^(undefined|null|nil|None|NaN|\[object Object\])$/, 'is what a program writes where it has no value'],
  [/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/, 'is an IBAN and no id'],
];

/** Explains an unknown id in an address and where to list valid accounts. Names the parameter, not the value sent. */
export function explainAddress(error: Xs2aError, call: Partial<Pick<Call, 'params' | 'path'>>): Xs2aError {
  if (!UNKNOWN_IDS.has(error.situation)) return error;
  const { situation, text = REFUSALS[situation].text, path, others } = error;
  const hints = [...listHint(situation, call.path), ...placeholderHint(call.params)];
  if (hints.length === 0) return error;
  return new Xs2aError(situation, {
    ...(path !== undefined && { path }),
    text: [text, ...hints].join('; '),
    others,
  });
}

/** Accounts and card accounts have separate lists. */
function listHint(situation: Situation, address = ''): string[] {
  const [list] = /^\/v1\/(?:card-)?accounts(?=\/)/.exec(address) ?? [];
  return situation === 'accountUnknown' && list !== undefined ? [`the list is GET ${list}`] : [];
}

function placeholderHint(params: Partial<Call['params']> = {}): string[] {
  for (const [name, sent] of Object.entries(params)) {
    const found = PLACEHOLDERS.find(([form]) => typeof sent === 'string' && form.test(sent));
    if (found !== undefined) return [`in this address ${name} ${found[1]}`];
  }
  return [];
}
