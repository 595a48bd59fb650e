import {
  CONSENT_STATUS_MACHINE,
  type ConsentStatus,
  OAUTH_SCOPES,
  type OAuthScopeName,
  readConsentStatus,
  readFundsConsentStatus,
  type Situation,
  statusesOf,
  Xs2aError,
} from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import { connectAsAnyService, natsServer, standIn } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasConsentEnded } from './has-consent-ended.ts';

type Answer = ConsentStatus | Situation;

const TPP = 'PSDHR-HNB-SANDBOX';
const ENDED: readonly Answer[] = ['rejected', 'expired', 'revokedByPsu', 'terminatedByTpp', 'consentIdPathUnknown'];
let nats: Awaited<ReturnType<typeof natsServer>>;
let bus: Bus;
let answer: Answer;
beforeAll(async () => {
  nats = await natsServer();
  bus = await connectAsAnyService(nats.url);
  for (const operation of [readConsentStatus, readFundsConsentStatus]) {
    standIn(bus, operation, () => {
      if (Object.hasOwn(CONSENT_STATUS_MACHINE, answer)) return { consentStatus: answer as ConsentStatus };
      throw new Xs2aError(answer as Situation);
    });
  }
  await bus.connection.flush();
});
afterAll(async () => {
  await bus.close();
  await nats[Symbol.asyncDispose]();
});

describe.each(['AIS', 'PIIS'] as const)('the grant of a token of scope %s', (name) => {
  it.each<Answer>([...statusesOf(CONSENT_STATUS_MACHINE), 'consentIdPathUnknown'])(
    'ends exactly with a final status of its consent: %s',
    async (status) => {
      answer = status;
      expect(await hasConsentEnded({ bus }, TPP, { name, resourceId: 'one' })).toBe(ENDED.includes(status));
    },
  );

  it.each<Situation>(['serviceUnavailable', 'internalError', 'rateExceeded'])(
    'causes an error if the consent service does not answer: %s',
    async (situation) => {
      answer = situation;
      await expect(hasConsentEnded({ bus }, TPP, { name, resourceId: 'one' })).rejects.toThrow(Xs2aError);
    },
  );
});

it.each(Object.keys(OAUTH_SCOPES) as OAuthScopeName[])(
  'a token of scope %s without a consent does not end with any',
  async (name) => {
    answer = 'terminatedByTpp';
    expect(await hasConsentEnded({ bus }, TPP, { name })).toBe(false);
  },
);
