import {
  approveSignedIn,
  authoriseTransaction,
  declineAuthorisation,
  readInbox,
  readSession,
  selectMethod,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { newestCode, refusalOf, situationOf, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { CONSENT } from '@xs2a/test-system/data/sca-contents';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca'));
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

const OTHER = { psu: { psuId: 'psu-corporate-2' } };
const OWN = { psu: { psuId: 'psu-private' } };

describe('a code counts only for the PSU who signed in', () => {
  it('on the page: the form of another PSU is refused and uses no attempt', async () => {
    const started = await new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT' }).start();
    let session = await untilCode(services.bus, { authorisation: started });
    const scaAuthenticationData = await newestCode(services.bus);
    for (let time = 1; time <= 4; time += 1) {
      const tampered = { session, scaAuthenticationData, psuId: 'psu-corporate-2' };
      const reply = await services.bus.ask(authoriseTransaction, tampered);
      expect(reply.view).toMatchObject({ scaStatus: 'scaMethodSelected', problem: 'otherPsuExpected' });
      session = reply.session ?? session;
    }
    const own = { session, scaAuthenticationData, psuId: 'psu-private' };
    expect((await services.bus.ask(authoriseTransaction, own)).view.scaStatus).toBe('finalised');
  });

  it('on the page: no code is sent for the form of another PSU', async () => {
    const started = await new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT' }).start();
    const session = await untilCode(services.bus, { authorisation: started });
    const { messages } = await services.bus.ask(readInbox, OWN.psu);
    const again = { session, authenticationMethodId: 'sms', psuId: 'psu-corporate-2' };
    expect((await services.bus.ask(selectMethod, again)).view.problem).toBe('otherPsuExpected');
    expect((await services.bus.ask(readInbox, OWN.psu)).messages).toEqual(messages);
  });

  it.each([
    ['named before', OWN],
    ['who entered its password', {}],
  ])('through the TPP: a code or method in the name of another PSU than the one %s', async (_, start) => {
    const authorisation = new TppAuthorisation(services.bus, start);
    await authorisation.start();
    await authorisation.password('psu-private');
    const method = { kind: 'methodSelection', authenticationMethodId: 'sms' } as const;
    expect(await refusalOf(authorisation.update(method, OTHER))).toMatchObject({
      situation: 'psuCredentialsInvalid',
      path: 'PSU-ID',
    });
    await authorisation.update(method, OWN);
    const code = {
      kind: 'transactionAuthorisation',
      scaAuthenticationData: await newestCode(services.bus),
    } as const;
    for (let time = 1; time <= 4; time += 1) {
      expect(await situationOf(authorisation.update(code, OTHER))).toBe('psuCredentialsInvalid');
    }
    expect(await authorisation.update(code, OWN)).toMatchObject({ scaStatus: 'finalised' });
  });
});

describe('the name of a TPP', () => {
  const NAMES: [string, string][] = [
    ['Demo banka d.d.', 'PSDHR-HNB-SANDBOX'],
    ['Dеmо bаnkа', 'PSDHR-HNB-SANDBOX'],
    ['Pay\u202Eomed\nVaša banka: kod 123456', 'Payomed Vaša banka: kod 123456'],
    ['x'.repeat(300), `${'x'.repeat(69)}…`],
  ];

  it.each(NAMES)('is escaped on the page and in the message: %j', async (name, shown) => {
    const tpp = { id: 'PSDHR-HNB-SANDBOX', name, roles: ['AISP' as const] };
    const wishes = { redirectUri: RETURN.ok };
    const authorisation = new TppAuthorisation(services.bus, {
      tpp,
      wishes,
      parent: { kind: 'consent', id: crypto.randomUUID() },
      content: CONSENT,
      scaApproach: 'REDIRECT',
    });
    const session = await untilCode(services.bus, { authorisation: await authorisation.start() });
    const { messages } = await services.bus.ask(readInbox, OWN.psu);
    expect(messages[0]?.text).toContain(` za ${shown} do `);
    const answer = { session, scaAuthenticationData: messages[0]?.code ?? '' };
    expect((await services.bus.ask(authoriseTransaction, answer)).view.tppName).toBe(shown);
  });
});

describe('a session at the link of another authorisation', () => {
  it('shows nothing and permits no step, but does both at its own link', async () => {
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
