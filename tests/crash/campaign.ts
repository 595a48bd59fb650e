import {
  authenticatePsu,
  authoriseTransaction,
  type InboxMessage,
  readInbox,
  type ScaView,
  selectMethod,
  Xs2aError,
} from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import { connectAsAnyService, hrefOf, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { runSystem, type System, type SystemService } from '@xs2a/test-system/start/run-system';
import { type Judgement, judge, openingBalances } from './judge-ledger.ts';

const PAYMENTS = '/v1/payments/sepa-credit-transfers';
const PSU = { psuId: 'psu-private', password: 'psu-private-pass' };
const PAUSE_MS = 150;
/** A part that is away comes back in seconds: whoever waits longer has lost something. */
const INSIST_MS = 60_000;
const FINAL_WITHIN_MS = 90_000;

export interface Campaign {
  readonly payments: number;
  readonly kills: number;
  readonly targets: readonly SystemService[];
  /** Payments under way at the same moment. */
  readonly atOnce: number;
  readonly say: (line: string) => void;
}

export interface Report extends Judgement {
  readonly acknowledged: number;
  readonly kills: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Milliseconds from each kill to the moment the service could work again. */
  readonly recoveryMs: readonly number[];
}

/** Pays while services are killed one after the other, then looks whether every promise that was made is kept. */
export async function runCampaign(campaign: Campaign): Promise<Report> {
  await using system = await runSystem();
  const bus = await connectAsAnyService(system.natsUrl, 'campaign');
  try {
    const opening = await openingBalances(system.mongoUrl);
    const acknowledged: TppAnswer[] = [];
    const work = payAll(system, bus, campaign, (created) => acknowledged.push(created));
    const recoveryMs = await killInTurn(system, campaign, work);
    await work;
    await system.ready();
    const byStatus = await finalStatuses(new TppClient(system.gatewayUrl), acknowledged);
    const ids = acknowledged.map(({ body }) => String(body['paymentId']));
    const judgement = await judge(system.mongoUrl, { ids, opening });
    return { acknowledged: acknowledged.length, kills: recoveryMs.length, byStatus, recoveryMs, ...judgement };
  } finally {
    await bus.close();
  }
}

/** Each amount is another one, so that the PSU knows which code belongs to which payment. */
async function payAll(
  system: System,
  bus: Bus,
  { payments, atOnce, say }: Campaign,
  acknowledge: (created: TppAnswer) => void,
): Promise<void> {
  const tpp = new TppClient(system.gatewayUrl);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < payments; index = next++) {
      const amount = (1 + index / 100).toFixed(2);
      const order = paymentOrder({ instructedAmount: { currency: 'EUR', amount } });
      const request = { headers: REDIRECT_HEADERS, requestId: crypto.randomUUID() };
      const created = await insist(async () => {
        const answer = await tpp.post(PAYMENTS, order, request);
        return answer.status < 500 ? answer : undefined;
      });
      if (created.status !== 201) throw new Error(`${created.status} ${created.text}`);
      acknowledge(created);
      const started = await begun(tpp, created);
      await insist(() => approve(bus, hrefOf(started, 'scaRedirect'), amount));
      if ((index + 1) % 50 === 0) say(`${index + 1} payments approved`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Where the bank was away at the creation, nobody knew how many must sign: the TPP begins explicitly, by the link. */
async function begun(tpp: TppClient, created: TppAnswer): Promise<TppAnswer> {
  if (created.body._links?.['scaRedirect'] !== undefined) return created;
  const request = { headers: REDIRECT_HEADERS, requestId: crypto.randomUUID() };
  return insist(async () => {
    const answer = await tpp.post(hrefOf(created, 'startAuthorisation'), {}, request);
    return answer.status < 500 ? answer : undefined;
  });
}

/** One attempt of the PSU to come to the end of its way; undefined where a part was away. */
async function approve(bus: Bus, scaRedirect: string, amount: string): Promise<true | undefined> {
  const redirectReference = scaRedirect.split('/').at(-1) ?? '';
  try {
    let { view, session = '' } = await bus.ask(authenticatePsu, { redirectReference, ...PSU });
    if (view.step === 'methodSelection') {
      const chosen = await bus.ask(selectMethod, { session, authenticationMethodId: 'sms' });
      ({ view } = chosen);
      session = chosen.session ?? session;
    }
    if (hasEnded(view)) return true;
    const { messages } = await bus.ask(readInbox, { psuId: PSU.psuId });
    const { code: scaAuthenticationData = '' } = messages.find(isFor(amount)) ?? {};
    const end = await bus.ask(authoriseTransaction, { session, scaAuthenticationData });
    if (hasEnded(end.view)) return true;
    // A code counts once, also where the answer to it was lost: the PSU has a new one sent.
    await bus.ask(selectMethod, { session: end.session ?? session, authenticationMethodId: 'sms' });
    return undefined;
  } catch (error) {
    if (!(error instanceof Xs2aError)) throw error;
    // The answer to the approval was lost: the link leads nowhere any more.
    if (error.situation === 'redirectLinkUnknown') return true;
    return undefined;
  }
}

function isFor(amount: string): (message: InboxMessage) => boolean {
  const text = ` ${amount.replace('.', ',')} EUR `;
  return (message) => message.text.includes(text);
}

function hasEnded({ step }: ScaView): boolean {
  return step === 'result';
}

async function killInTurn(system: System, { kills, targets, say }: Campaign, work: Promise<void>): Promise<number[]> {
  const recoveryMs: number[] = [];
  let isDone = false;
  const done = work.then(
    () => {
      isDone = true;
    },
    () => {
      isDone = true;
    },
  );
  for (let count = 0; count < kills && !isDone; count++) {
    const service = system.services[targets[count % targets.length] ?? 'payments'];
    await Promise.race([done, pause(1_000 + Math.random() * 1_500)]);
    await service.stop('SIGKILL');
    const killedAt = performance.now();
    service.start();
    await service.ready();
    recoveryMs.push(Math.round(performance.now() - killedAt));
    say(`${service.name} killed, back after ${recoveryMs.at(-1)} ms`);
  }
  return recoveryMs;
}

async function finalStatuses(tpp: TppClient, created: readonly TppAnswer[]): Promise<Record<string, number>> {
  const byStatus: Record<string, number> = {};
  const until = Date.now() + FINAL_WITHIN_MS;
  for (const payment of created) {
    let status = '';
    do {
      const answer = await insist(async () => {
        const read = await tpp.follow(payment, 'status');
        return read.status === 200 ? read : undefined;
      });
      status = String(answer.body['transactionStatus']);
      if (status !== 'ACSC' && status !== 'RJCT') await pause(PAUSE_MS);
    } while (status !== 'ACSC' && status !== 'RJCT' && Date.now() < until);
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  }
  return byStatus;
}

async function insist<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + INSIST_MS;
  for (;;) {
    const result = await attempt().catch(unlessAway);
    if (result !== undefined) return result;
    if (Date.now() > until) throw new Error(`nothing came back within ${INSIST_MS} ms`);
    await pause(PAUSE_MS);
  }
}

/** A connection refused or cut is what a killed service looks like to its callers. */
function unlessAway(error: unknown): undefined {
  if (error instanceof TypeError) return undefined;
  throw error;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
