import type { PublicKeys } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';

/** The public keys for which a TPP may encrypt a password. */
export function readPasswordKeys({ passwordKeys }: Pick<ScaContext, 'passwordKeys'>): Promise<PublicKeys> {
  return passwordKeys.published();
}
