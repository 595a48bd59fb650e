import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testAuthorityVariables, writeSandboxCertificates } from '@xs2a/certificates';
import {
  CONNECTOR_OPERATIONS,
  createWorkspace,
  type ReplyOf,
  readWorkspace,
  type ScaContent,
  sendChallenge,
  simulateInWorkspace,
  submitPayment,
  WorkspaceWish,
} from '@xs2a/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ELSEWHERE, listen, payment, situationOf, startBank, type TestBank } from '../../test/test-context.ts';

const MINUTE_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'xs2a-presence-'));
let at: TestBank;
let nowMs = Date.now();
let registered: ReplyOf<typeof createWorkspace>;
/** A request for each operation of the connector, about the PSU or an account of the workspace. */
let requests: Readonly<Record<string, object>>;

beforeAll(async () => {
  await writeSandboxCertificates(folder);
  const env = testAuthorityVariables(folder);
  at = await startBank({ clock: () => new Date(nowMs), env });
  await listen(at.bus);
  registered = await at.bus.ask(createWorkspace, WorkspaceWish.parse({ psus: [{ accounts: [{ months: 0 }] }] }));
  requests = await requestsAbout(registered.workspace.psus[0]);
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function requestsAbout(
  psu: (typeof registered)['workspace']['psus'][number] | undefined,
): Promise<typeof requests> {
  const { psuId, password } = psu ?? { psuId: '', password: '' };
  const account = { iban: psu?.accounts[0]?.iban ?? '' };
  const order = payment({ debtorAccount: account }, { psuId });
  await at.bus.ask(submitPayment, order);
  const challenge = { psuId, contentHash: 'hash', text: 'text', lifetimeSeconds: 300, authorisationId: 'a-1' };
  const [code, prompt] = ['code-1', 'prompt-1'];
  await at.bus.ask(sendChallenge, { ...challenge, challengeId: code, authenticationMethodId: 'sms' });
  await at.bus.ask(sendChallenge, { ...challenge, challengeId: prompt, authenticationMethodId: 'push' });
  const { body, paymentService, paymentProduct, paymentId } = order;
  const content: ScaContent = {
    kind: 'payment',
    paymentService,
    paymentProduct,
    instructedAmount: body.instructedAmount,
    debtorAccount: account,
    creditorName: 'Primatelj',
    creditorAccount: { iban: ELSEWHERE },
  };
  return {
    'bank.identifyPsu': { psuId },
    'bank.readSigningRules': { accounts: [account] },
    'bank.checkExemption': { psuId, content },
    'bank.verifyPassword': { psuId, password },
    'bank.sendChallenge': { ...challenge, challengeId: 'code-2', authenticationMethodId: 'sms' },
    'bank.verifyChallenge': { challengeId: code, attemptId: '1', contentHash: 'hash', code: '000000' },
    'bank.checkFunds': { account, instructedAmount: body.instructedAmount },
    'bank.verifyPayee': { requestId: crypto.randomUUID(), iban: account.iban, name: 'Primatelj' },
    'bank.submitPayment': { ...order, paymentId: crypto.randomUUID() },
    'bank.submitBulkPayment': {
      paymentId: crypto.randomUUID(),
      paymentProduct: 'pain.001-credit-transfers',
      psuId,
      xml: '<Document/>',
    },
    'bank.putStandingOrder': {
      paymentId: crypto.randomUUID(),
      psuId,
      active: true,
      body: { ...body, startDate: '2099-01-01', frequency: 'Monthly' },
    },
    'bank.withdrawPayment': { paymentId },
    'bank.concludePayment': { paymentId },
    'bank.returnPayment': { paymentId },
    'bank.withdrawChallenge': { challengeId: prompt },
  };
}

const simulate = (simulation: object) =>
  at.bus.ask(simulateInWorkspace, {
    key: registered.key,
    simulation: simulation as Parameters<typeof at.bus.ask<typeof simulateInWorkspace>>[1]['simulation'],
  });
const situations = async () =>
  Object.fromEntries(
    await Promise.all(
      CONNECTOR_OPERATIONS.filter(({ way }) => way !== 'told').map(async ({ operation }) => [
        operation.subject,
        await situationOf(at.bus.ask(operation, requests[operation.subject] ?? {})),
      ]),
    ),
  ) as Record<string, string>;
const presence = async () => (await at.bus.ask(readWorkspace, { key: registered.key })).workspace.simulation;

test('an unavailable bank answers no operation of the connector about a PSU of the workspace, but those about others', async () => {
  await simulate({ what: 'bank', state: 'away' });
  expect((await presence()).bank).toBe('away');
  const told = await situations();
  expect(Object.keys(told)).toHaveLength(15);
  expect(new Set(Object.values(told)), JSON.stringify(told)).toEqual(new Set(['serviceUnavailable']));
  expect(await situationOf(at.bus.ask(submitPayment, payment()))).toBe('not refused');
});

test('a bank that is unavailable for some minutes recovers by itself, and answers all operations', async () => {
  await simulate({ what: 'bank', state: 'away', minutes: 10 });
  expect((await presence()).bankBackAt).toBe(new Date(nowMs + 10 * MINUTE_MS).toISOString());
  nowMs += 10 * MINUTE_MS - 1;
  expect(Object.values(await situations())).toContain('serviceUnavailable');
  nowMs += 1;
  expect((await presence()).bank).toBe('present');
  expect((await presence()).bankBackAt).toBeUndefined();
  const told = await situations();
  expect(new Set(Object.values(told)), JSON.stringify(told)).toEqual(new Set(['not refused']));
});

test('a bank that becomes unavailable again has no end time left from before', async () => {
  await simulate({ what: 'bank', state: 'away', minutes: 1 });
  await simulate({ what: 'bank', state: 'away' });
  nowMs += 2 * MINUTE_MS;
  expect((await presence()).bank).toBe('away');
  await simulate({ what: 'bank', state: 'present' });
  expect((await presence()).bank).toBe('present');
});
