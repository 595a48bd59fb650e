import { ENDPOINTS, type EndpointKey, routesOf, Xs2aError } from '@xs2a/contracts';
import { KEYS_ADDRESS } from './keys-address.ts';

interface Address {
  readonly method: string;
  /** Steps of the path; undefined stands for a parameter. */
  readonly steps: readonly (string | undefined)[];
}

const ADDRESSES: readonly Address[] = [
  ...(Object.keys(ENDPOINTS) as EndpointKey[]).flatMap((key) =>
    routesOf(key).map((route) => addressOf(ENDPOINTS[key].method, route)),
  ),
  addressOf('GET', KEYS_ADDRESS),
];

function addressOf(method: string, route: string): Address {
  return { method, steps: route.split('/').map((step) => (step.startsWith(':') ? undefined : step)) };
}

/** The methods that the interface has at a path, bound or not; for the `Allow` header. */
export function methodsAt(path: string): string[] {
  const sent = path.split('/');
  const there = ADDRESSES.filter(
    ({ steps }) =>
      steps.length === sent.length &&
      steps.every((step, index) => (step === undefined ? sent[index] !== '' : step === sent[index])),
  );
  return [...new Set(there.map(({ method }) => method))];
}

/** Why no controller took a request: the one place that tells unknown, wrong method and not offered yet apart. */
export function refuseAddress(method: string, path: string): Xs2aError {
  const methods = methodsAt(path);
  if (methods.length === 0) return new Xs2aError('addressUnknown');
  return new Xs2aError(methods.includes(method) ? 'notOfferedYet' : 'methodNotAllowed');
}
