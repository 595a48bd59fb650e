import { CardNumber } from '@xs2a/contracts';
import type { Call } from '../../request/call.ts';

/** Depth of `access.additionalInformation.ownerName[0].pan`, the deepest account reference in a body. */
const DEPTH_MAX = 5;

/**
 * Returns the body with `maskedPan` in place of each masked `pan`, as the Croatian profile answers it (decision 14): a TPP may
 * repeat what it read.
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
