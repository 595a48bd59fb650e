import { ENDPOINTS, type TppRole, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../../request/call.ts';

/** Requires one of the endpoint's roles in the TPP's certificate (PSD2 Art. 65 to 67). */
export function tppRole({ endpoint, tpp }: Call): void {
  const roles: readonly TppRole[] = ENDPOINTS[endpoint].roles;
  if (roles.some((role) => tpp.roles.includes(role))) return;
  const has = tpp.roles.length > 0 ? tpp.roles.join(', ') : 'no role';
  throw new Xs2aError('roleMissing', {
    text: `the certificate has ${has}, and this service needs ${roles.join(' or ')}`,
  });
}
