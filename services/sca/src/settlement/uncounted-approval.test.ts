import {
  type AuthorisationState,
  authoriseTransaction,
  cancelPayment,
  createBasket,
  readSession,
  type ScaParent,
  startBasketAuthorisation,
  startCancellationAuthorisation,
} from '@xs2a/contracts';
import { type HistoryEntry, verifyHistory } from '@xs2a/service-kit';
import { forAllTests } from '@xs2a/test-kit';
import {
  askForConsent,
  askForFundsConsent,
  askForPayment,
  creation,
  newestCode,
  untilCode,
} from '@xs2a/test-system/ask-as-gateway';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeEach, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('bank', 'sca', 'consent', 'payments'));
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

const ADDRESS = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const EXPLICIT = {
  wishes: { redirectUri: RETURN.ok, nokRedirectUri: RETURN.nok, explicitAuthorisationPreferred: true },
};

interface Begun {
  readonly id: string;
  readonly authorisation: Pick<AuthorisationState, 'authorisationId' | 'redirectReference'>;
}
type Created = { readonly authorisation?: AuthorisationState | undefined };

function begun(id: string, { authorisation }: Created): Begun {
  if (authorisation === undefined) throw new Error('not started');
  return { id, authorisation };
}

async function beginConsent(): Promise<Begun> {
  const created = await askForConsent(services.bus);
  return begun(created.consentId, created);
}
async function beginFundsConsent(): Promise<Begun> {
  const created = await askForFundsConsent(services.bus);
  return begun(created.consentId, created);
}
async function beginPayment(): Promise<Begun> {
  const created = await askForPayment(services.bus);
  return begun(created.paymentId, created);
}
async function beginCancellation(): Promise<Begun> {
  const { paymentId } = await askForPayment(services.bus);
  const stored = services.database('payments').collection<{ _id: string }>('payments');
  // Approved, and not executed yet.
  await stored.updateOne({ _id: paymentId }, { $set: { transactionStatus: 'ACTC' } });
  await services.bus.ask(cancelPayment, { ...creation(), ...ADDRESS, paymentId });
  const asked = { ...creation(), ...ADDRESS, paymentId };
  return begun(paymentId, { authorisation: await services.bus.ask(startCancellationAuthorisation, asked) });
}
async function beginBasket(): Promise<Begun> {
  const { paymentId } = await askForPayment(services.bus, {}, EXPLICIT);
  const { basketId } = await services.bus.ask(createBasket, { ...creation(), body: { paymentIds: [paymentId] } });
  return begun(basketId, {
    authorisation: await services.bus.ask(startBasketAuthorisation, { ...creation(), basketId }),
  });
}

/** Ends of a parent while its PSU types the code: stored by the owner before sca is informed. */
const ENDINGS: readonly (readonly [
  ScaParent['kind'],
  begin: () => Promise<Begun>,
  owner: 'consent' | 'payments',
  collection: string,
  ended: Record<string, string>,
])[] = [
  ['consent', beginConsent, 'consent', 'consents', { consentStatus: 'terminatedByTpp' }],
  ['fundsConsent', beginFundsConsent, 'consent', 'fundsConsents', { consentStatus: 'terminatedByTpp' }],
  ['payment', beginPayment, 'payments', 'payments', { transactionStatus: 'CANC' }],
  ['cancellation', beginCancellation, 'payments', 'payments', { transactionStatus: 'ACSC' }],
  ['basket', beginBasket, 'payments', 'baskets', { transactionStatus: 'RJCT' }],
];

const stored = (owner: 'consent' | 'payments', collection: string) =>
  services.database(owner).collection<{ _id: string }>(collection);
const authorisations = () =>
  services
    .database('sca')
    .collection<{ _id: string; scaStatus: string; signature?: string; history: HistoryEntry[] }>('authorisations');

describe.each(ENDINGS)('an approval of a %s that ends at the same moment', (_, begin, owner, collection, ended) => {
  it('is no success: the authorisation fails, the page says so, and the browser returns to TPP-Nok-Redirect-URI', async () => {
    const { id, authorisation } = await begin();
    const session = await untilCode(services.bus, { authorisation });
    await stored(owner, collection).updateOne({ _id: id }, { $set: ended });
    const scaAuthenticationData = await newestCode(services.bus);
    const { view } = await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
    expect(view).toMatchObject({
      step: 'result',
      scaStatus: 'failed',
      problem: 'endedMeanwhile',
      returnUri: RETURN.nok,
    });
    const after = await authorisations().findOne({ _id: authorisation.authorisationId });
    expect(after?.scaStatus).toBe('failed');
    expect(after?.signature).toBeUndefined();
    expect(after?.history.map(({ event, to }) => `${event} ${to}`).slice(-2)).toEqual([
      'approved finalised',
      'notCounted failed',
    ]);
  });

  it('is a success if the parent still exists', async () => {
    const { authorisation } = await begin();
    const session = await untilCode(services.bus, { authorisation });
    const scaAuthenticationData = await newestCode(services.bus);
    const { view } = await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
    expect(view).toMatchObject({ step: 'result', scaStatus: 'finalised', returnUri: RETURN.ok });
  });
});

it('an approval that its owner judges later, after an outage, fails then', async () => {
  const { id, authorisation } = await beginConsent();
  const session = await untilCode(services.bus, { authorisation });
  const scaAuthenticationData = await newestCode(services.bus);
  await services.running.consent.stop();
  const { view, ...reply } = await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
  expect(view.scaStatus).toBe('finalised');
  await stored('consent', 'consents').updateOne({ _id: id }, { $set: { consentStatus: 'terminatedByTpp' } });
  await services.restart('consent');
  await eventually(
    () => authorisations().findOne({ _id: authorisation.authorisationId }),
    (found) => found?.scaStatus === 'failed',
  );
  const page = await services.bus.ask(readSession, { session: reply.session ?? session });
  expect(page.view).toMatchObject({ scaStatus: 'failed', returnUri: RETURN.nok });
  expect((await verifyHistory(services.database('sca'))).findings).toEqual([]);
});
