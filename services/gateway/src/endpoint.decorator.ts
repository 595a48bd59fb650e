import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { ENDPOINTS, type EndpointKey, routesOf } from '@xs2a/contracts';

const SERVED = new Map<unknown, EndpointKey>();

/** Binds a controller method to a row of ENDPOINTS: routes, method and status of success come from there. */
export function Endpoint(key: EndpointKey): MethodDecorator {
  const { method, status } = ENDPOINTS[key];
  const bind: MethodDecorator = (_, __, descriptor) => void SERVED.set(descriptor.value, key);
  return applyDecorators(
    RequestMapping({ path: routesOf(key), method: RequestMethod[method] }),
    HttpCode(status),
    bind,
  );
}

/** The row that a controller method is bound to. */
export function endpointOf(handler: unknown): EndpointKey {
  const key = SERVED.get(handler);
  if (key === undefined) throw new Error('a controller method without @Endpoint');
  return key;
}

/** Every row that some controller serves; the others answer `notOfferedYet`. */
export function servedEndpoints(): ReadonlySet<EndpointKey> {
  return new Set(SERVED.values());
}
