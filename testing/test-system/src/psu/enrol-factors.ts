import {
  beginFactor,
  confirmPasskey,
  confirmSignIn,
  confirmTotp,
  type FactorsView,
  readFactors,
  selectSignInMethod,
  signIn,
} from '@xs2a/contracts';
import { newestCode } from '../ask-as-gateway.ts';
import type { TestServices } from '../start/start-services.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

/** Configured origin of the services' portal. */
export const ORIGIN = 'http://portal.test';

/** Signs a PSU in on the bank's own pages with both factors; returns the session. */
export async function signedIn({ bus }: Pick<TestServices, 'bus'>, psuId = 'psu-private'): Promise<string> {
  const { view, session = '' } = await bus.ask(signIn, { psuId, password: `${psuId}-pass` });
  const asked =
    view.step === 'transactionAuthorisation'
      ? session
      : (await bus.ask(selectSignInMethod, { session, authenticationMethodId: 'sms' })).session;
  const code = await newestCode(bus, psuId);
  return (await bus.ask(confirmSignIn, { session: asked ?? '', scaAuthenticationData: code })).session ?? '';
}

type Adding<Kind> = Extract<NonNullable<FactorsView['adding']>, { kind: Kind }>;

/** Begins to add a factor: the session of the next step, and the data to answer. */
export async function beginEnrolment<Kind extends 'passkey' | 'totp'>(
  { bus }: Pick<TestServices, 'bus'>,
  token: string,
  kind: Kind,
): Promise<{ session: string; adding: Adding<Kind> }> {
  const { session = '', problem } = await bus.ask(beginFactor, { session: token, kind });
  const { adding } = (await bus.ask(readFactors, { session })).view;
  if (adding?.kind !== kind) throw new Error(`nothing is being added: ${String(problem)}`);
  return { session, adding: adding as Adding<Kind> };
}

/** Enrols a passkey for a PSU. */
export async function withPasskey(
  services: Pick<TestServices, 'bus'>,
  psuId = 'psu-private',
  origin = ORIGIN,
): Promise<{ session: string; device: SoftAuthenticator }> {
  const { session, adding } = await beginEnrolment(services, await signedIn(services, psuId), 'passkey');
  const device = new SoftAuthenticator(origin);
  const kept = await services.bus.ask(confirmPasskey, { session, name: 'Laptop', made: device.make(adding.order) });
  if (kept.problem !== undefined) throw new Error(kept.problem);
  return { session: kept.session ?? '', device };
}

/** Enrols an authenticator app for a PSU; returns its secret in Base32. */
export async function withTotp(
  services: Pick<TestServices, 'bus'>,
  codeOf: (secret: string) => string,
  psuId = 'psu-private',
): Promise<{ session: string; secret: string }> {
  const { session, adding } = await beginEnrolment(services, await signedIn(services, psuId), 'totp');
  const kept = await services.bus.ask(confirmTotp, { session, code: codeOf(adding.secret) });
  if (kept.problem !== undefined) throw new Error(kept.problem);
  return { session: kept.session ?? '', secret: adding.secret };
}
