import { Controller, Inject, Req } from '@nestjs/common';
import * as operations from '@xs2a/contracts';
import { BUS, type Bus, PROFILE } from '@xs2a/service-kit';
import { addressedConsent } from './addressed.ts';
import { answerCreatedConsent } from './answer-created.ts';
import type { Call } from './call.ts';
import { readingLinks } from './consent-links.ts';
import { creationOf } from './creation.ts';
import { Endpoint } from './endpoint.decorator.ts';
import { Links } from './links.ts';
import { bodyOf } from './parse-input.ts';

/** Consents (Implementation Guidelines, Account Information Consent Request). */
@Controller()
export class ConsentsController {
  readonly #bus: Bus;
  readonly #links: Links;
  readonly #profile: operations.AspspProfile;

  constructor(@Inject(BUS) bus: Bus, @Inject(Links) links: Links, @Inject(PROFILE) profile: operations.AspspProfile) {
    this.#bus = bus;
    this.#links = links;
    this.#profile = profile;
  }

  @Endpoint('createConsent')
  async createConsent(@Req() call: Call<'createConsent'>) {
    const body = bodyOf(call, operations.ConsentRequest);
    const reply = await this.#bus.ask(operations.createConsent, { ...creationOf(call), body });
    return answerCreatedConsent(call, this.#links, 'consent', reply);
  }

  @Endpoint('getConsentInformation')
  async getConsentInformation(@Req() call: Call<'getConsentInformation'>) {
    const { consentId, ...content } = await this.#bus.ask(operations.readConsent, addressedConsent(call));
    const names = readingLinks(content.access, this.#profile);
    return { ...content, _links: this.#links.of('consent', names, { consentId }) };
  }

  @Endpoint('getConsentStatus')
  getConsentStatus(@Req() call: Call<'getConsentStatus'>) {
    return this.#bus.ask(operations.readConsentStatus, addressedConsent(call));
  }

  @Endpoint('deleteConsent')
  async deleteConsent(@Req() call: Call<'deleteConsent'>): Promise<void> {
    await this.#bus.ask(operations.terminateConsent, { ...addressedConsent(call), requestId: call.requestId });
  }
}
