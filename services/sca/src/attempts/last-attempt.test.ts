import { authoriseTransaction, selectMethod, verifyChallenge } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { newestCode, untilCode } from '@xs2a/test-system/ask-as-gateway';
import { startServices } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { expect, it, vi } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca'));

it('the last wrong code fails the authorisation, even if another code is sent while it is verified (decision 21)', async () => {
  const authorisation = new TppAuthorisation(services.bus, { scaApproach: 'REDIRECT' });
  let session = await untilCode(services.bus, { authorisation: await authorisation.start() });
  const code = await newestCode(services.bus);
  const enterWrong = (by: number) => {
    const scaAuthenticationData = String((Number(code) + by) % 1_000_000).padStart(6, '0');
    return services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
  };
  for (const by of [1, 2]) session = (await enterWrong(by)).session ?? '';

  const { bus } = services.running.sca.kit;
  const ask = bus.ask.bind(bus);
  const asked = vi.spyOn(bus, 'ask').mockImplementation(async (operation, request) => {
    const answer = await ask(operation, request);
    if (operation.subject !== verifyChallenge.subject) return answer;
    await services.bus.ask(selectMethod, { session, authenticationMethodId: 'sms' });
    return answer;
  });
  const { view } = await enterWrong(3);
  asked.mockRestore();
  expect(view).toMatchObject({ step: 'result', scaStatus: 'failed', problem: 'attemptsUsedUp' });
  expect((await authorisation.status()).scaStatus).toBe('failed');
});
