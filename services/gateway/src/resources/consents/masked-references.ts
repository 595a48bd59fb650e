import { CardNumber } from '@xs2a/contracts';
import type { Call } from '../../request/call.ts';

/** `access.additionalInformation.ownerName[0].pan`: no account is named deeper in a body. */
const DEPTH_MAX = 5;

/**
 * The body with `maskedPan` for each `pan` that is masked: the Croatian profile answers it so (decision 14), and a TPP may ask for
 * what it read.
 */
export function withMaskedReferences({ body }: Pick<Call, 'body'>): Pick<Call, 'body'> {
  return { body: rewrite(body, DEPTH_MAX) };
}

function rewrite(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => rewrite(inner, depth - 1));
  const { pan, ...others } = value as { pan?: unknown; maskedPan?: unknown };
  if (isMasked(pan) && (others.maskedPan === undefined || others.maskedPan === pan))
    return { ...others, maskedPan: pan };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rewrite(inner, depth - 1)]));
}

function isMasked(pan: unknown): boolean {
  return typeof pan === 'string' && /\D/.test(pan) && CardNumber.safeParse(pan).success;
}
