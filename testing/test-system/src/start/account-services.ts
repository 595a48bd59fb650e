import { startConsentAuthorisation } from '@xs2a/contracts';
import { type TppAnswer, TppClient } from '@xs2a/test-kit';
import { approveOnBus, askForConsent, creation } from '../ask-as-gateway.ts';
import { startServicesWith, type TestServices, untilFed } from './start-services.ts';

/** The services needed to read accounts, in one process behind the gateway, with the sandbox's accounts loaded. */
export interface AccountServices extends TestServices {
  readonly tpp: TppClient;
  tppNamed(id: string): TppClient;
  /** Creates a consent, has one or several PSUs approve it, and returns its id. */
  consent(body?: object, psuId?: string, ...others: string[]): Promise<string>;
}

export async function startAccountServices(env: NodeJS.ProcessEnv = {}): Promise<AccountServices> {
  const services = await startServicesWith(env, 'bank', 'sca', 'consent', 'accounts', 'gateway');
  const url = services.running.gateway.httpUrl ?? '';
  await untilFed(services);
  return {
    ...services,
    tpp: new TppClient(url),
    tppNamed: (id) => new TppClient(url, id),
    async consent(body = {}, psuId = 'psu-private', ...others) {
      const created = await askForConsent(services.bus, body);
      const { consentId } = created;
      await approveOnBus(services.bus, created, psuId);
      for (const other of others) {
        const authorisation = await services.bus.ask(startConsentAuthorisation, { ...creation(), consentId });
        await approveOnBus(services.bus, { authorisation }, other);
      }
      return consentId;
    },
    [Symbol.asyncDispose]: () => services[Symbol.asyncDispose](),
  };
}

/** Returns the first message of an error, as `[status, code, path]`. */
export function refusalIn({ status, body }: TppAnswer): [number, string | undefined, string | undefined] {
  const [message] = (body['tppMessages'] ?? []) as { code?: string; path?: string }[];
  return [status, message?.code, message?.path];
}

/** Returns the accounts of an account list. */
export function listed(
  answer: TppAnswer,
): { resourceId: string; iban: string; currency: string; [more: string]: unknown }[] {
  return (answer.body['accounts'] ?? []) as ReturnType<typeof listed>;
}
