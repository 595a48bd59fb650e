import { ENDPOINTS, type EndpointKey, routesOf } from '@xs2a/contracts';

const ROUTES = (Object.keys(ENDPOINTS) as EndpointKey[]).flatMap((key) =>
  routesOf(key).map((route) => ({ key, method: ENDPOINTS[key].method, route })),
);

/** Returns the row of ENDPOINTS for a request; if several match, the first one is the most specific. */
export function endpointAt(method: string, path: string): EndpointKey | undefined {
  return ROUTES.find((row) => row.method === method && fitsRoute(row.route, path))?.key;
}

/** Whether a path matches a route such as `/v1/consents/:consentId`. */
export function fitsRoute(route: string, path: string): boolean {
  const segments = path.split('/');
  const steps = route.split('/');
  return (
    steps.length === segments.length &&
    steps.every((step, index) => (step.startsWith(':') ? segments[index] !== '' : segments[index] === step))
  );
}
