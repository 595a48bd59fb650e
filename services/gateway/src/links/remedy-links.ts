import type { EndpointKey, Links as LinkObjects, Remedy, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../request/call.ts';
import type { LinkName } from './link-names.ts';
import { type AuthorisedResource, LINK_TARGETS } from './link-targets.ts';
import type { Links } from './links.ts';

const RESOURCES: readonly AuthorisedResource[] = ['consent', 'fundsConsent', 'payment', 'cancellation', 'basket'];

/** Resource whose authorisations an endpoint starts or updates. */
const RESOURCE_AT = new Map<EndpointKey, AuthorisedResource>(
  RESOURCES.flatMap((resource) => {
    const { startAuthorisation, updatePsuAuthentication } = LINK_TARGETS[resource];
    return [
      [startAuthorisation, resource],
      [updatePsuAuthentication, resource],
    ];
  }),
);

/**
 * Returns the links to the next attempt after wrong PSU data (decision 11). An authorisation keeps its PSU, so the TPP starts
 * another one if it named the wrong PSU.
 */
export function remedyLinks(
  links: Links,
  { endpoint, params, payment }: Pick<Call, 'endpoint' | 'params' | 'payment'>,
  { remedy, authorisationId: startedId }: Pick<Xs2aError, 'remedy' | 'authorisationId'>,
): LinkObjects | undefined {
  const resource = RESOURCE_AT.get(endpoint);
  if (remedy === undefined || resource === undefined) return undefined;
  const parameters: Record<string, string> = { ...params, ...payment };
  if (remedy === 'startAuthorisation') return links.of(resource, [remedy], parameters);
  const authorisationId = parameters['authorisationId'] ?? startedId;
  if (authorisationId === undefined) return undefined;
  const names: LinkName[] = [resource === 'cancellation' ? withoutEncryption(remedy) : remedy];
  if (startedId !== undefined && names[0]?.includes('Psu')) names.push('startAuthorisation');
  return links.of(resource, names, { ...parameters, authorisationId });
}

/** Encrypted passwords are not offered for cancellations (decision 14). */
function withoutEncryption(remedy: Remedy): Remedy {
  return remedy === 'updateEncryptedPsuAuthentication' ? 'updatePsuAuthentication' : remedy;
}
