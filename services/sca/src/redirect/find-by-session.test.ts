import {
  approveSignedIn,
  authoriseTransaction,
  declineAuthorisation,
  readSession,
  selectMethod,
} from '@xs2a/contracts';
import { newestCode, situationOf, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { startServices, type TestServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startServices('bank', 'sca');
});
afterAll(() => services[Symbol.asyncDispose]());

describe('a session at the link of another authorisation', () => {
  it('shows nothing and takes no step; at its own link it does', async () => {
    const { bus } = services;
    const redirect = { scaApproach: 'REDIRECT' } as const;
    const own = await new TppAuthorisation(bus, redirect).start();
    const other = await new TppAuthorisation(bus, redirect).start();
    const session = await untilCode(bus, { authorisation: own });
    const code = { scaAuthenticationData: await newestCode(bus) };

    const copied = { session, redirectReference: other.redirectReference ?? '' };
    const steps = [
      bus.ask(readSession, copied),
      bus.ask(selectMethod, { ...copied, authenticationMethodId: 'sms' }),
      bus.ask(approveSignedIn, copied),
      bus.ask(authoriseTransaction, { ...copied, ...code }),
      bus.ask(declineAuthorisation, copied),
    ];
    const situations = await Promise.all(steps.map(situationOf));
    expect(situations).toEqual(steps.map(() => 'scaSessionOver'));

    const atOwnLink = { session, redirectReference: own.redirectReference ?? '' };
    expect((await bus.ask(authoriseTransaction, { ...atOwnLink, ...code })).view.scaStatus).toBe('finalised');
  });
});
