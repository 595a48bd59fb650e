import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { CONTEXT } from '@xs2a/service-kit';
import { createdConsentAnswer } from '../../answers/creation-answer.ts';
import { withPan } from '../../answers/field-aliases.ts';
import type { GatewayContext } from '../../context.ts';
import { accountLinks } from '../../links/consent-links.ts';
import type { Call } from '../../request/call.ts';
import { creationOf } from '../../request/creation.ts';
import { tolerantBodyOf } from '../../request/parse-input.ts';
import { Endpoint } from '../../routing/endpoint.decorator.ts';
import { addressedConsent } from './addressed-consent.ts';
import { warnOfIgnoredAccess } from './ignored-access.ts';
import { withMaskedReferences } from './masked-references.ts';
import { withoutEmptyLists } from './without-empty-lists.ts';

/** Consents to access account information. */
@Controller()
export class ConsentsController {
  readonly #context: GatewayContext;

  constructor(@Inject(CONTEXT) context: GatewayContext) {
    this.#context = context;
  }

  @Endpoint('createConsent')
  async createConsent(@Req() call: Call<'createConsent'>) {
    const { bus, links, profile } = this.#context;
    const body = tolerantBodyOf(call, operations.ConsentRequest, withMaskedReferences(withoutEmptyLists(call)));
    warnOfIgnoredAccess(call, body.access, profile);
    const reply = await bus.ask(operations.createConsent, { ...creationOf(call), body });
    return createdConsentAnswer(call, links, 'consent', body, reply);
  }

  @Endpoint('getConsentInformation')
  async getConsentInformation(@Req() call: Call<'getConsentInformation'>) {
    const { bus, links, profile } = this.#context;
    const { consentId, ...content } = await bus.ask(operations.readConsent, addressedConsent(call));
    const names = accountLinks(content.access, profile);
    return { ...withPan(content), _links: links.of('consent', names, { consentId }) };
  }

  @Endpoint('getConsentStatus')
  getConsentStatus(@Req() call: Call<'getConsentStatus'>) {
    return this.#context.bus.ask(operations.readConsentStatus, addressedConsent(call));
  }

  @Endpoint('deleteConsent')
  async deleteConsent(@Req() call: Call<'deleteConsent'>): Promise<void> {
    const request = { ...addressedConsent(call), requestId: call.requestId };
    await this.#context.bus.ask(operations.terminateConsent, request);
  }
}
