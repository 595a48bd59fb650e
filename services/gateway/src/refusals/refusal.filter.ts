import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import { type Situation, Xs2aError } from '@xs2a/contracts';
import { toRefusal } from '@xs2a/service-kit';
import type { Request, Response } from 'express';
import { setQuotaHeaders } from '../answers/quota-headers.ts';
import type { GatewayContext } from '../context.ts';
import { remedyLinks } from '../links/remedy-links.ts';
import { prefersProblem } from '../request/accept-header.ts';
import { type Call, headerOf } from '../request/call.ts';
import { addressRefusal, findAllowedMethods } from '../routing/addresses.ts';
import { applyProfileToRefusal } from './apply-profile-to-refusal.ts';
import { explainAddress } from './explain-address.ts';
import { problemBody, tppMessagesBody } from './refusal-body.ts';

/** Conflicts of two simultaneous requests. The same request succeeds when it is repeated. */
const TRANSIENT: ReadonlySet<Situation> = new Set(['requestInFlight', 'statusConflict']);

/** Answers every exception with a row of REFUSALS. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  readonly #context: Pick<GatewayContext, 'config' | 'log' | 'profile' | 'links'>;

  constructor(context: Pick<GatewayContext, 'config' | 'log' | 'profile' | 'links'>) {
    this.#context = context;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    this.refuse(thrown, host.getArgByIndex<Request>(0), host.getArgByIndex<Response>(1));
  }

  /** Answers with the error thrown. Ignores errors after the answer was sent. */
  refuse(thrown: unknown, request: Request, response: Response): void {
    if (response.writableEnded) return;
    const call = request as unknown as Call;
    const error = explainAddress(applyProfileToRefusal(this.#refusalOf(thrown, call), this.#context.profile), call);
    const { status, code } = error.refusal;
    call.refusedWith = error.situation;
    this.#logFault(error, call);
    if (response.headersSent) return void response.destroy();
    response.status(status);
    if (this.#context.config.DOCS === 'on') response.setHeader('Link', helpLink(error.situation));
    if (status === 405) response.setHeader('Allow', allowedInstead(call));
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    if (status === 503) response.setHeader('Retry-After', retryAfterSeconds());
    // The conflict lasts for milliseconds, or for two seconds if the first request was interrupted.
    if (TRANSIENT.has(error.situation)) response.setHeader('Retry-After', '1');
    // The rest of the body is not read.
    if (status === 413) response.setHeader('Connection', 'close');
    const { accessQuota } = error;
    setQuotaHeaders(response, accessQuota);
    if (accessQuota?.resetSeconds !== undefined) response.setHeader('Retry-After', String(accessQuota.resetSeconds));
    // Without a message code the answer has no body (decision 11).
    if (code === undefined) return void response.end();
    const problem = this.#context.profile.errorForm === 'problem' || prefersProblem(headerOf(call, 'accept'));
    response.type(problem ? 'application/problem+json' : 'application/json');
    const links = remedyLinks(this.#context.links, call, error);
    response.send(JSON.stringify(problem ? problemBody(error, code, links) : tppMessagesBody(error, code, links)));
  }

  #logFault(error: Xs2aError, { requestId, endpoint }: Call): void {
    const { situation, cause } = error;
    if (situation === 'internalError') this.#context.log.error({ err: cause ?? error, requestId, route: endpoint });
    // Without a stack, because every request logs this line while a service is unavailable.
    else if (situation === 'serviceUnavailable' && cause instanceof Error) {
      this.#context.log.warn({ event: cause.message, requestId, route: endpoint });
    }
  }

  #refusalOf(thrown: unknown, call: Call): Xs2aError {
    if (thrown instanceof Xs2aError) return thrown;
    // Nest throws this error for a request without a route.
    if (thrown instanceof NotFoundException) return addressRefusal(call.method, call.path);
    return toRefusal(thrown);
  }
}

/** Returns the address of the page that explains the error, on this instance: relative to the request (RFC 8288 3.2). */
function helpLink(situation: Situation): string {
  return `</docs/errors#${situation}>; rel="help"`;
}

/** Returns the supported methods (RFC 9110 15.5.6) without the refused one, which may only be too late, as with a cancellation. */
function allowedInstead({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return findAllowedMethods(path)
    .filter((supported) => supported !== method)
    .join(', ');
}

/** Returns a random delay, so that TPPs refused together do not retry together. */
function retryAfterSeconds(): string {
  return String(1 + Math.floor(Math.random() * 3));
}
