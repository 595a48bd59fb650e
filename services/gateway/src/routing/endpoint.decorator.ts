import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { ENDPOINTS, type EndpointKey, routesOf } from '@xs2a/contracts';

const SERVED = new Map<unknown, EndpointKey>();

/** Binds a controller method to a row of ENDPOINTS with its routes, method and success status. */
export function Endpoint(key: EndpointKey): MethodDecorator {
  const { method, status } = ENDPOINTS[key];
  const bind: MethodDecorator = (_, __, descriptor) => void SERVED.set(descriptor.value, key);
  return applyDecorators(
    RequestMapping({ path: routesOf(key), method: RequestMethod[method] }),
    HttpCode(status),
    bind,
  );
}

/** Returns the endpoint of a controller method. */
export function endpointOf(handler: unknown): EndpointKey {
  const key = SERVED.get(handler);
  if (key === undefined) throw new Error('a controller method without @Endpoint');
  return key;
}

/** Returns the endpoints served by controllers. All others answer `notOfferedYet`. */
export function servedEndpoints(): ReadonlySet<EndpointKey> {
  return new Set(SERVED.values());
}
