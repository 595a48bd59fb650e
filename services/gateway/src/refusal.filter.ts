import {
  type ArgumentsHost,
  BadRequestException,
  Catch,
  type ExceptionFilter,
  NotFoundException,
} from '@nestjs/common';
import { Xs2aError } from '@xs2a/contracts';
import { type Kit, toRefusal } from '@xs2a/service-kit';
import type { Response } from 'express';
import { prefersProblem } from './accepted-types.ts';
import { tellAccessQuota } from './access-headers.ts';
import { methodsAt, refuseAddress } from './addresses.ts';
import { asTheBankAnswers } from './as-the-bank-answers.ts';
import { type Call, headerOf } from './call.ts';
import type { Links } from './links.ts';
import { problemBody, tppMessagesBody } from './refusal-body.ts';
import { remedyLinks } from './remedy-links.ts';

/** The one writer of refusals: whatever was thrown anywhere leaves as a row of REFUSALS. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  readonly #kit: Pick<Kit, 'log' | 'profile'>;
  readonly #links: Links;

  constructor(kit: Pick<Kit, 'log' | 'profile'>, links: Links) {
    this.#kit = kit;
    this.#links = links;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const call = host.getArgByIndex<Call>(0);
    const response = host.getArgByIndex<Response>(1);
    const error = asTheBankAnswers(this.#refusalOf(thrown, call), this.#kit.profile);
    const { status, code } = error.refusal;
    call.refusedWith = error.situation;
    this.#logFault(error, call);
    if (response.headersSent) return void response.destroy();
    response.status(status);
    if (status === 405) response.setHeader('Allow', allowedInstead(call));
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    if (status === 503) response.setHeader('Retry-After', retryAfterSeconds());
    // What is still on its way of such a body is not waited for.
    if (status === 413) response.setHeader('Connection', 'close');
    const { accessQuota } = error;
    tellAccessQuota(response, accessQuota);
    if (accessQuota?.resetSeconds !== undefined) response.setHeader('Retry-After', String(accessQuota.resetSeconds));
    // A body only where the error case has a message code (decision 11).
    if (code === undefined) return void response.end();
    const problem = this.#kit.profile.errorForm === 'problem' || prefersProblem(headerOf(call, 'accept'));
    response.type(problem ? 'application/problem+json' : 'application/json');
    const links = remedyLinks(this.#links, call, error);
    response.send(JSON.stringify(problem ? problemBody(error, code, links) : tppMessagesBody(error, code, links)));
  }

  #logFault(error: Xs2aError, { requestId, endpoint }: Call): void {
    const { situation, cause } = error;
    if (situation === 'internalError') this.#kit.log.error({ err: cause ?? error, requestId, route: endpoint });
    // No stack: while a room is away there is one such line a request.
    else if (situation === 'serviceUnavailable' && cause instanceof Error) {
      this.#kit.log.warn({ event: cause.message, requestId, route: endpoint });
    }
  }

  #refusalOf(thrown: unknown, call: Call): Xs2aError {
    if (thrown instanceof Xs2aError) return thrown;
    // Nest's word for a request that no route took.
    if (thrown instanceof NotFoundException) return refuseAddress(call.method, call.path);
    // Express's word for a path parameter with broken percent-encoding: no resource has such an id.
    if (thrown instanceof BadRequestException) return new Xs2aError('resourceUnknown');
    return toRefusal(thrown);
  }
}

/** What is supported now (RFC 9110 15.5.6): never the method that was refused, also where only its time is over. */
function allowedInstead({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return methodsAt(path)
    .filter((supported) => supported !== method)
    .join(', ');
}

/** Spread, so that those who were refused together do not come back together. */
function retryAfterSeconds(): string {
  return String(1 + Math.floor(Math.random() * 3));
}
