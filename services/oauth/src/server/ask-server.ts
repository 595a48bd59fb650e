import type { OAuthAnswer } from '@xs2a/contracts';
import inject from 'light-my-request';
import type { AuthorisationServer } from './authorisation-server.ts';
import { type PresentRequest, presentRequest } from './present-request.ts';

interface ServerRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly base: string;
  readonly cookies?: string;
  readonly form?: string;
}

/**
 * Answers a request without a socket: gateway or portal has received it, and passes on the answer. Throws failures of this
 * service, so that they answer as for any unavailable service.
 */
export async function askServer(
  { server }: { readonly server: () => AuthorisationServer },
  present: Omit<PresentRequest, 'failWith'>,
  { method, path, base, cookies, form }: ServerRequest,
): Promise<OAuthAnswer> {
  const { host, protocol } = new URL(base);
  const handle = server().callback();
  const headers = {
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    ...(cookies !== undefined && { cookie: cookies }),
    ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  const request = { method, url: path, headers, ...(form !== undefined && { payload: form }) };
  // Inside the context: the request is dispatched only when its answer is awaited.
  const failures: Error[] = [];
  const store = { ...present, failWith: (error: Error) => void failures.push(error) };
  const answer = await inject((incoming, outgoing) => {
    presentRequest.run(store, () => void handle(incoming as never, outgoing as never));
  }, request);
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  const { location, 'content-type': type, 'set-cookie': set } = answer.headers;
  return {
    status: answer.statusCode,
    headers: {
      ...(typeof location === 'string' && { location }),
      ...(typeof type === 'string' && { 'content-type': type }),
    },
    ...(set !== undefined && { cookies: [set].flat().map(String) }),
    body: answer.payload,
  };
}
