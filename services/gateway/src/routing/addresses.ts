import { ENDPOINTS, type EndpointKey, PaymentProduct, PaymentService, routesOf, Xs2aError } from '@xs2a/contracts';
import { KEYS_ADDRESS } from '../password-keys/keys-address.ts';
import { nearestRoute } from './nearest-address.ts';

interface Address {
  readonly method: string;
  /** As the interface writes it, with the names of parameters in braces. */
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

/** The methods of the interface at a path, whether a controller serves them or not; for the `Allow` header. */
export function methodsAt(path: string): string[] {
  const sent = path.split('/');
  const found = ADDRESSES.filter(
    ({ segments }) =>
      segments.length === sent.length &&
      segments.every((segment, index) => (segment === undefined ? sent[index] !== '' : segment === sent[index])),
  );
  return [...new Set(found.map(({ method }) => method))];
}

/** Whether a path would be one of payments, were its first word a payment service. */
function namesNoPaymentService(path: string): boolean {
  const [, version, service = '', product = '', ...rest] = path.split('/');
  const isMeant = service.includes('payment') || PaymentProduct.safeParse(product).success;
  return isMeant && methodsAt(['', version, PaymentService.options[0], product, ...rest].join('/')).length > 0;
}

/** An address without parameters, which is repeated in full: it contains nothing of a PSU. */
function routeOf(path: string): string | undefined {
  return ADDRESSES.find(({ route }) => route === path)?.route;
}

/** Reason why no controller serves a request: unknown address, wrong method, or an endpoint that is not offered. */
export function addressRefusal(method: string, path: string): Xs2aError {
  const methods = methodsAt(path);
  if (methods.length === 0) {
    const isPayment = namesNoPaymentService(path);
    return new Xs2aError(isPayment ? 'serviceUnknown' : 'addressUnknown', {
      text: nearestText(path, isPayment ? SERVICES : ENTRANCES),
    });
  }
  if (methods.includes(method)) return new Xs2aError('notOfferedYet');
  return new Xs2aError('methodNotAllowed', { text: methodText(method, path) });
}

/** The beginnings of all addresses: where a resource is made, or a list is read. */
const ENTRANCES = [...new Set(ADDRESSES.map(({ route }) => route))].filter(
  (route) => route.startsWith('/v') && !/\{.*\/|\{(?!paymentProduct)/.test(route),
);
const SERVICES = ENTRANCES.filter((route) => route.includes('{paymentProduct}'));
/** Addresses that one sentence names. */
const NAMED_MAX = 3;

/** The address itself is not repeated: it may contain an account number. */
function nearestText(path: string, entrances: readonly string[]): string {
  const plain = path.replaceAll(/\/{2,}/g, '/');
  const routes = [...new Set(ADDRESSES.map(({ route }) => route))];
  const nearest = nearestRoute(plain, routes);
  if (nearest !== undefined) return `there is nothing at this address; the nearest one is ${nearest}`;
  // A list of transactions without its account: what belongs to an account or a payment is below it.
  const below = routes.filter((route) => route.endsWith(`}/${plain.split('/').at(-1)}`)).slice(0, NAMED_MAX);
  if (below.length > 0) return `there is nothing at this address; it may mean ${below.join(' or ')}`;
  return `there is nothing at this address; the interface begins at ${entrances.join(', ')}`;
}

/** The method is one of HTTP: Node refuses all others. */
export function methodText(method: string, path: string): string {
  const methods = methodsAt(path).filter((offered) => offered !== method);
  const offered = `${method} is not offered at this address; ${methods.join(', ')} ${methods.length === 1 ? 'is' : 'are'}`;
  const other = path.startsWith('/v1/') ? path.replace('/v1/', '/v2/') : path.replace('/v2/', '/v1/');
  const route = other !== path && methodsAt(other).includes(method) ? routeOf(other) : undefined;
  return route === undefined ? offered : `${offered}; ${method} is offered at ${route}`;
}
