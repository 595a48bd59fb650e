import { z } from 'zod';
import { PsuData, ScaWishes, Tpp } from '../values/parties.ts';

/** The calling TPP and its request: part of every operation that the gateway calls on behalf of a TPP. */
export const caller = { tpp: Tpp };

/**
 * Part of every operation that creates a resource. A repeated `X-Request-ID` of a TPP with the same fingerprint (hash of method,
 * path, body and PSU headers) is the same creation; with another fingerprint it is refused.
 */
export const creation = {
  ...caller,
  requestId: z.string(),
  fingerprint: z.string(),
  psu: PsuData.optional(),
  wishes: ScaWishes,
};
