import {
  authenticatePsu,
  authoriseTransaction,
  ConsentRequest,
  createConsent,
  createFundsConsent,
  FundsConsentRequest,
  initiatePayment,
  type PaymentProduct,
  type ReplyOf,
  readInbox,
  SinglePayment,
  selectMethod,
  Xs2aError,
} from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import { consentBody, fundsConsentOrder, paymentOrder } from './data/fixtures.ts';

export const TPP = { id: 'PSDHR-HNB-SANDBOX', name: 'Sandbox TPP', roles: ['AISP', 'PISP', 'PIISP'] } as const;

/** Fields of a creation besides its body. */
export function creation(overrides: object = {}) {
  return {
    tpp: { ...TPP, roles: [...TPP.roles] },
    requestId: crypto.randomUUID(),
    fingerprint: 'fingerprint',
    wishes: { redirectUri: 'https://tpp.example/ok', nokRedirectUri: 'https://tpp.example/nok' },
    ...overrides,
  };
}

export function askForConsent(
  bus: Bus,
  body: object = {},
  overrides: object = {},
): Promise<ReplyOf<typeof createConsent>> {
  return bus.ask(createConsent, { ...creation(overrides), body: ConsentRequest.parse(consentBody({ ...body })) });
}

/** `body` replaces the default, a consent in the form of the standard. */
export function askForFundsConsent(
  bus: Bus,
  body: object = fundsConsentOrder(),
  overrides: object = {},
): Promise<ReplyOf<typeof createFundsConsent>> {
  return bus.ask(createFundsConsent, { ...creation(overrides), body: FundsConsentRequest.parse(body) });
}

export function askForPayment(
  bus: Bus,
  body: object = {},
  overrides: object = {},
  paymentProduct: PaymentProduct = 'sepa-credit-transfers',
): Promise<ReplyOf<typeof initiatePayment>> {
  return bus.ask(initiatePayment, {
    ...creation(overrides),
    order: {
      paymentService: 'payments',
      paymentProduct,
      body: SinglePayment.parse(paymentOrder({ ...body })),
    },
  });
}

type Started = { authorisation?: { redirectReference?: string | undefined } | undefined };

/** Sends the first factor and chooses SMS; returns the session that expects the code. */
export async function untilCode(bus: Bus, { authorisation }: Started, psuId = 'psu-private'): Promise<string> {
  const signedIn = await bus.ask(authenticatePsu, {
    redirectReference: authorisation?.redirectReference ?? '',
    psuId,
    password: `${psuId}-pass`,
  });
  if (signedIn.view.step === 'transactionAuthorisation') return signedIn.session ?? '';
  const session = signedIn.session ?? '';
  return (await bus.ask(selectMethod, { session, authenticationMethodId: 'sms' })).session ?? '';
}

export async function newestCode(bus: Bus, psuId = 'psu-private'): Promise<string> {
  const { messages } = await bus.ask(readInbox, { psuId });
  return messages[0]?.code ?? '';
}

/** Returns a wrong code, a different one for each number. */
export function otherThan(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0');
}

export async function approveOnBus(bus: Bus, started: Started, psuId = 'psu-private'): Promise<void> {
  const session = await untilCode(bus, started, psuId);
  await bus.ask(authoriseTransaction, { session, scaAuthenticationData: await newestCode(bus, psuId) });
}

/** Returns the error case of a refused request; undefined if it is not refused. */
export async function situationOf(ask: Promise<unknown>): Promise<string | undefined> {
  try {
    await ask;
    return undefined;
  } catch (error) {
    if (error instanceof Xs2aError) return error.situation;
    throw error;
  }
}

/** Returns the error of a request that must be refused. */
export async function refusalOf(ask: Promise<unknown>): Promise<Xs2aError> {
  const thrown = await ask.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof Xs2aError) return thrown;
  throw new Error('it was not refused');
}
