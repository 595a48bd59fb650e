import { canonicalHash } from '@xs2a/service-kit';

/**
 * Hash of what a PSU is shown and approves (dynamic linking, RTS 2018/389, Art. 5). Every service gets the same hash for
 * the same content.
 */
export function contentHashOf(content: object): string {
  return canonicalHash(content);
}
