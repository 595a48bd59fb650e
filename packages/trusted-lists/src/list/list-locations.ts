import type { X509Certificate } from 'node:crypto';
import { verifyList } from '../signature/verify-list.ts';
import { readList } from './read-list.ts';

/** Returns the addresses of the national lists, by territory. Throws unless the list of lists is signed by one of the certificates. */
export function listLocations(bytes: Uint8Array, signers: readonly X509Certificate[]): ReadonlyMap<string, string> {
  const { pointers } = readList(verifyList(bytes, signers).content);
  const national = pointers.filter(({ type }) => type === 'national');
  return new Map(national.map(({ territory, location }) => [territory, location]));
}
