import { canonicalHash } from '@xs2a/service-kit';

/** Hash of the content that a PSU sees and approves (dynamic linking, RTS 2018/389, Art. 5). The same in every service. */
export function contentHashOf(content: object): string {
  return canonicalHash(content);
}
