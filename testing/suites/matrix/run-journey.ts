import {
  answerDevice,
  authenticatePsu,
  authoriseTransaction,
  continueAuthorisation,
  declineAuthorisation,
  type ReplyOf,
  selectMethod,
} from '@xs2a/contracts';
import { hrefOf, type TppAnswer, type TppClient } from '@xs2a/test-kit';
import { newestCode, otherThan } from '@xs2a/test-system/ask-as-gateway';
import type { SoftAuthenticator } from '@xs2a/test-system/psu/soft-authenticator';
import type { TestServices } from '@xs2a/test-system/start/start-services';
import { expect } from 'vitest';
import { type Cell, STARTED } from './cells.ts';
import { APPROACH_HEADERS } from './parents.ts';

/** One PSU going through one authorisation. */
export interface Journey {
  readonly services: TestServices;
  readonly tpp: TppClient;
  readonly cell: Cell;
  readonly psuId: string;
  /** The authenticator of PSUs with a passkey. */
  readonly device: SoftAuthenticator;
}

export const linksOf = ({ body }: TppAnswer): string[] => Object.keys(body._links ?? {});

/** Returns the authorisation started with the creation, or starts one at the link. */
export async function start({ tpp, cell, psuId }: Journey, made: TppAnswer): Promise<TppAnswer> {
  if (made.body._links?.['scaRedirect'] !== undefined) {
    expect((await tpp.follow(made, 'scaStatus')).body['scaStatus']).toBe('received');
    return made;
  }
  const link = linksOf(made).find((name) => name.startsWith('startAuthorisation')) ?? 'startAuthorisation';
  const headers = { ...APPROACH_HEADERS[cell.approach], ...(cell.approach !== 'REDIRECT' && { 'PSU-ID': psuId }) };
  const right = cell.approach === 'EMBEDDED' ? { psuData: { password: `${psuId}-pass` } } : {};
  const isWrongFirst = cell.course === 'wrongThenRight' && cell.methods === 'exempt' && cell.approach === 'EMBEDDED';
  const sent = isWrongFirst ? { psuData: { password: 'wrong' } } : right;
  let started = await tpp.post(hrefOf(made, link), sent, { headers });
  if (isWrongFirst) {
    expectRefusal(started, 'updatePsuAuthentication');
    started = await tpp.put(hrefOf(started, 'updatePsuAuthentication'), right, { headers: { 'PSU-ID': psuId } });
  }
  expect(started.status, started.text).toBe(isWrongFirst ? 200 : 201);
  const expected = STARTED[cell.approach][cell.methods];
  expect({ scaStatus: started.body['scaStatus'], links: linksOf(started) }).toEqual(expected);
  expect(started.headers.get('ASPSP-SCA-Approach')).toBe(cell.approach);
  // Combined data (decision 20).
  expect('scaMethods' in started.body).toBe(expected.links.includes('selectAuthenticationMethod'));
  expect('challengeData' in started.body).toBe(expected.links.includes('authoriseTransaction'));
  return started;
}

function expectRefusal(answer: TppAnswer, remedy: string): void {
  const [message] = answer.body['tppMessages'] as { code: string }[];
  expect([answer.status, message?.code]).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
  expect(linksOf(answer)).toContain(remedy);
}

/** Actions of the PSU, from the start of its authorisation to the end. */
export const JOURNEYS: Record<Cell['approach'], (journey: Journey, started: TppAnswer) => Promise<void>> = {
  REDIRECT: authoriseOnPages,
  EMBEDDED: authoriseThroughTpp,
  DECOUPLED: answerOnDevice,
};

async function authoriseOnPages(journey: Journey, started: TppAnswer): Promise<void> {
  const { services, cell, psuId } = journey;
  const redirectReference = hrefOf(started, 'scaRedirect').split('/').at(-1) ?? '';
  const signIn = (password: string) => services.bus.ask(authenticatePsu, { redirectReference, psuId, password });
  if (cell.course === 'wrongThenRight') expect((await signIn('wrong')).view.problem).toBe('credentialsInvalid');
  let { view, session = '' } = await signIn(`${psuId}-pass`);
  if (cell.methods === 'none' || cell.methods === 'exempt') return;
  expect(view.step).toBe(cell.methods === 'one' ? 'transactionAuthorisation' : 'methodSelection');
  if (cell.course === 'declined') {
    await services.bus.ask(declineAuthorisation, { session });
    return;
  }
  if (cell.methods === 'passkey') return answerWithPasskey(journey, await askPasskey(journey, session));
  if (cell.methods === 'several') {
    const selected = await services.bus.ask(selectMethod, { session, authenticationMethodId: 'sms' });
    session = selected.session ?? '';
  }
  if (cell.course === 'timedOut') return waitUntilExpired(journey, { hours: 25 });
  const code = await newestCode(services.bus, psuId);
  const enter = async (scaAuthenticationData: string) => {
    const stepped = await services.bus.ask(authoriseTransaction, { session, scaAuthenticationData });
    session = stepped.session ?? session;
    view = stepped.view;
  };
  if (cell.course === 'wrongThenRight') {
    await enter(otherThan(code));
    expect(view.problem).toBe('codeInvalid');
  }
  await enter(code);
  expect(view.step).toBe('result');
}

const askPasskey = ({ services }: Journey, session: string) =>
  services.bus.ask(selectMethod, { session, authenticationMethodId: 'own-passkey' });

/** Continues from the page that asks for the passkey. */
async function answerWithPasskey(journey: Journey, asked: ReplyOf<typeof selectMethod>): Promise<void> {
  const { services, cell, device } = journey;
  if (cell.course === 'timedOut') return waitUntilExpired(journey, { hours: 25 });
  const answer = ({ view, session = '' }: typeof asked, wrong: { origin?: string } = {}) => {
    if (view.passkey === undefined) throw new Error('no passkey is asked');
    return services.bus.ask(authoriseTransaction, { session, passkey: device.answer(view.passkey, wrong) });
  };
  let last = asked;
  if (cell.course === 'wrongThenRight') {
    const { view, session = '' } = await answer(asked, { origin: 'https://evil.example' });
    expect(view.problem).toBe('passkeyInvalid');
    last = await askPasskey(journey, session);
  }
  expect((await answer(last)).view.step).toBe('result');
}

/** Follows the TPP's link to the bank, where the password given at the TPP counts. */
async function continueOnPage(journey: Journey, challenged: TppAnswer): Promise<void> {
  expect(challenged.headers.get('ASPSP-SCA-Approach')).toBe('REDIRECT');
  expect([challenged.body['scaStatus'], linksOf(challenged)]).toEqual([
    'scaMethodSelected',
    ['scaRedirect', 'scaStatus'],
  ]);
  for (const coupled of ['scaMethods', 'chosenScaMethod', 'challengeData']) {
    expect(challenged.body).not.toHaveProperty(coupled);
  }
  const redirectReference = hrefOf(challenged, 'scaRedirect').split('/').at(-1) ?? '';
  const asked = await journey.services.bus.ask(continueAuthorisation, { redirectReference });
  if (journey.cell.course !== 'declined') return answerWithPasskey(journey, asked);
  await journey.services.bus.ask(declineAuthorisation, { session: asked.session ?? '' });
}

async function authoriseThroughTpp(journey: Journey, started: TppAnswer): Promise<void> {
  const { services, tpp, cell, psuId } = journey;
  if (cell.methods === 'none' || cell.methods === 'exempt') return;
  let challenged = started;
  if (cell.methods === 'passkey') {
    const chosen = { authenticationMethodId: 'own-passkey' };
    return continueOnPage(journey, await tpp.put(hrefOf(started, 'selectAuthenticationMethod'), chosen));
  }
  if (cell.methods === 'several') {
    const authenticationMethodId = cell.course === 'declined' ? 'push' : 'sms';
    challenged = await tpp.put(hrefOf(started, 'selectAuthenticationMethod'), { authenticationMethodId });
    expect(challenged.status, challenged.text).toBe(200);
  }
  if (cell.course === 'declined') {
    // With the device the approach becomes decoupled.
    expect([challenged.body['scaStatus'], linksOf(challenged)]).toEqual(['started', ['scaStatus']]);
    return answerPrompt(journey, started, false);
  }
  expect([challenged.body['scaStatus'], linksOf(challenged)]).toEqual([
    'scaMethodSelected',
    ['authoriseTransaction', 'scaStatus'],
  ]);
  expect(challenged.body).toHaveProperty('chosenScaMethod');
  if (cell.course === 'timedOut') return waitUntilExpired(journey, { hours: 25 });
  const code = await newestCode(services.bus, psuId);
  if (cell.course === 'wrongThenRight') {
    const wrong = { scaAuthenticationData: otherThan(code) };
    const refused = await tpp.put(hrefOf(challenged, 'authoriseTransaction'), wrong);
    expectRefusal(refused, 'authoriseTransaction');
    challenged = refused;
  }
  const done = await tpp.put(hrefOf(challenged, 'authoriseTransaction'), { scaAuthenticationData: code });
  expect([done.status, done.body['scaStatus'], linksOf(done)]).toEqual([200, 'finalised', ['scaStatus']]);
}

async function answerOnDevice(journey: Journey, started: TppAnswer): Promise<void> {
  const { cell } = journey;
  if (cell.methods === 'none' || cell.course === 'timedOut') return waitUntilExpired(journey, { minutes: 6 });
  await answerPrompt(journey, started, cell.course === 'success');
}

async function answerPrompt({ services, psuId }: Journey, started: TppAnswer, approve: boolean): Promise<void> {
  const authorisationId = String(started.body['authorisationId']);
  expect(await services.bus.ask(answerDevice, { psuId, authorisationId, approve })).toEqual({ answered: true });
}

/** Lets the authorisation expire without any action of the PSU. */
async function waitUntilExpired({ services }: Journey, span: { hours?: number; minutes?: number }): Promise<void> {
  services.clock.forward(span);
  await services.running.sca.kit.jobs.runNow('expireAuthorisations');
}
