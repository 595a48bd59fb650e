import type { EndpointKey, Links as LinkObjects, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../request/call.ts';
import { type AuthorisedResource, LINK_TARGETS } from './link-targets.ts';
import type { Links } from './links.ts';

const RESOURCES: readonly AuthorisedResource[] = ['consent', 'fundsConsent', 'payment', 'cancellation', 'basket'];

/** What an endpoint that starts or updates authorisations is for. */
const RESOURCE_AT = new Map<EndpointKey, AuthorisedResource>(
  RESOURCES.flatMap((resource) => {
    const { startAuthorisation, updatePsuAuthentication } = LINK_TARGETS[resource];
    return [
      [startAuthorisation, resource],
      [updatePsuAuthentication, resource],
    ];
  }),
);

/** The link to the next attempt after a wrong password or code (decision 11). */
export function remedyLinks(
  links: Links,
  { endpoint, params, payment }: Pick<Call, 'endpoint' | 'params' | 'payment'>,
  { remedy, authorisationId: startedId }: Pick<Xs2aError, 'remedy' | 'authorisationId'>,
): LinkObjects | undefined {
  const resource = RESOURCE_AT.get(endpoint);
  if (remedy === undefined || resource === undefined) return undefined;
  const parameters: Record<string, string> = { ...params, ...payment };
  const authorisationId = parameters['authorisationId'] ?? startedId;
  if (remedy === 'startAuthorisation') return links.of(resource, [remedy], parameters);
  return authorisationId === undefined ? undefined : links.of(resource, [remedy], { ...parameters, authorisationId });
}
