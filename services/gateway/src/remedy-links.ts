import type { EndpointKey, Links as LinkObjects, Xs2aError } from '@xs2a/contracts';
import type { Call } from './call.ts';
import { type AuthorisedResource, LINK_TARGETS, type Links } from './links.ts';

const RESOURCES: readonly AuthorisedResource[] = ['consent', 'fundsConsent', 'payment', 'cancellation', 'basket'];

/** What is authorised at an endpoint that starts or updates authorisations. */
const RESOURCE_AT = new Map<EndpointKey, AuthorisedResource>(
  RESOURCES.flatMap((resource) => {
    const { startAuthorisation, updatePsuAuthentication } = LINK_TARGETS[resource];
    return [
      [startAuthorisation, resource],
      [updatePsuAuthentication, resource],
    ];
  }),
);

/** What the TPP can do next after a refusal, as a link: after a wrong password or code (decision 11). */
export function remedyLinks(
  links: Links,
  { endpoint, params, payment }: Pick<Call, 'endpoint' | 'params' | 'payment'>,
  { remedy, authorisationId: started }: Pick<Xs2aError, 'remedy' | 'authorisationId'>,
): LinkObjects | undefined {
  const resource = RESOURCE_AT.get(endpoint);
  if (remedy === undefined || resource === undefined) return undefined;
  const parameters: Record<string, string> = { ...params, ...payment };
  const authorisationId = parameters['authorisationId'] ?? started;
  if (remedy === 'startAuthorisation') return links.of(resource, [remedy], parameters);
  return authorisationId === undefined ? undefined : links.of(resource, [remedy], { ...parameters, authorisationId });
}
