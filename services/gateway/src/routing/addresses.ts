import { ENDPOINTS, type EndpointKey, PaymentProduct, PaymentService, routesOf, Xs2aError } from '@xs2a/contracts';
import { KEYS_ADDRESS } from '../password-keys/keys-address.ts';
import { nearestRoute } from './nearest-address.ts';

interface Address {
  readonly method: string;
  /** The address in the notation of the interface, with parameter names in braces. */
  readonly route: string;
  /** Segments of the path; undefined stands for a parameter. */
  readonly segments: readonly (string | undefined)[];
}

const ADDRESSES: readonly Address[] = [
  ...(Object.keys(ENDPOINTS) as EndpointKey[]).flatMap((key) =>
    routesOf(key).map((route) => addressOf(ENDPOINTS[key].method, route)),
  ),
  addressOf('GET', KEYS_ADDRESS),
];

function addressOf(method: string, route: string): Address {
  const written = route.replaceAll(/:(\w+)/g, '{$1}');
  return {
    method,
    route: written,
    segments: route.split('/').map((segment) => (segment.startsWith(':') ? undefined : segment)),
  };
}

/** Returns the methods of the interface at a path, whether or not a controller serves them; for the `Allow` header. */
export function findAllowedMethods(path: string): string[] {
  const sent = path.split('/');
  const found = ADDRESSES.filter(
    ({ segments }) =>
      segments.length === sent.length &&
      segments.every((segment, index) => (segment === undefined ? sent[index] !== '' : segment === sent[index])),
  );
  return [...new Set(found.map(({ method }) => method))];
}

/** Whether a path would be a payment address, except that it does not begin with a payment service. */
function namesNoPaymentService(path: string): boolean {
  const [, version, service = '', product = '', ...rest] = path.split('/');
  const isMeant = service.includes('payment') || PaymentProduct.safeParse(product).success;
  return isMeant && findAllowedMethods(['', version, PaymentService.options[0], product, ...rest].join('/')).length > 0;
}

/** Returns the route of an address without parameters, which error texts may repeat because it contains no PSU data. */
function routeOf(path: string): string | undefined {
  return ADDRESSES.find(({ route }) => route === path)?.route;
}

/** Returns the reason why no controller serves a request: unknown address, wrong method, or an endpoint that is not offered. */
export function addressRefusal(method: string, path: string): Xs2aError {
  const methods = findAllowedMethods(path);
  if (methods.length === 0) {
    const isPayment = namesNoPaymentService(path);
    return new Xs2aError(isPayment ? 'serviceUnknown' : 'addressUnknown', {
      text: nearestText(path, isPayment ? SERVICES : COLLECTIONS),
    });
  }
  if (methods.includes(method)) return new Xs2aError('notOfferedYet');
  return new Xs2aError('methodNotAllowed', { text: methodText(method, path) });
}

/** Addresses without parameters: those that create a resource or read a list. */
const COLLECTIONS = [...new Set(ADDRESSES.map(({ route }) => route))].filter(
  (route) => route.startsWith('/v') && !/\{.*\/|\{(?!paymentProduct)/.test(route),
);
const SERVICES = COLLECTIONS.filter((route) => route.includes('{paymentProduct}'));
/** Upper bound on the addresses named in an error text. */
const NAMED_MAX = 3;

/** Does not repeat the address, which may contain an account number. */
function nearestText(path: string, collections: readonly string[]): string {
  const plain = path.replaceAll(/\/{2,}/g, '/');
  const routes = [...new Set(ADDRESSES.map(({ route }) => route))];
  const nearest = nearestRoute(plain, routes);
  if (nearest !== undefined) return `there is nothing at this address; the nearest one is ${nearest}`;
  // For a transaction list without an account, for example, suggests the same resource below an account or payment.
  const below = routes.filter((route) => route.endsWith(`}/${plain.split('/').at(-1)}`)).slice(0, NAMED_MAX);
  if (below.length > 0) return `there is nothing at this address; it may mean ${below.join(' or ')}`;
  return `there is nothing at this address; the interface begins at ${collections.join(', ')}`;
}

/** Describes an unsupported method. Node has already refused methods unknown to HTTP. */
export function methodText(method: string, path: string): string {
  const methods = findAllowedMethods(path).filter((offered) => offered !== method);
  const offered = `${method} is not offered at this address; ${methods.join(', ')} ${methods.length === 1 ? 'is' : 'are'}`;
  const other = path.startsWith('/v1/') ? path.replace('/v1/', '/v2/') : path.replace('/v2/', '/v1/');
  const route = other !== path && findAllowedMethods(other).includes(method) ? routeOf(other) : undefined;
  return route === undefined ? offered : `${offered}; ${method} is offered at ${route}`;
}
