import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testAuthorityVariables, writeSandboxCertificates } from '@xs2a/certificates';
import { createWorkspace, deleteWorkspace, forgetAccounts, WorkspaceWish, Xs2aError } from '@xs2a/contracts';
import { standIn } from '@xs2a/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBank, type TestBank } from '../../test/test-context.ts';

const HOUR_MS = 3_600_000;
/** Ten minutes before the end of a future hour: the database deletes counts of past hours. */
const LATE = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + (50 / 60) * HOUR_MS;
const folder = mkdtempSync(join(tmpdir(), 'xs2a-registration-'));
let at: TestBank;
let nowMs = LATE;

beforeAll(async () => {
  await writeSandboxCertificates(folder);
  const env = testAuthorityVariables(folder);
  const limits = { WORKSPACES_MAX: '3', WORKSPACES_PER_HOUR_MAX: '2' };
  at = await startBank({ clock: () => new Date(nowMs), env: { ...env, ...limits } });
  standIn(at.bus, forgetAccounts, () => ({ forgotten: 0 }));
  await at.bus.connection.flush();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const WISH = WorkspaceWish.parse({ psus: [{ accounts: [{ months: 0 }] }] });
const register = (address?: string) => at.bus.ask(createWorkspace, { ...WISH, ...(address && { address }) });
const count = () => at.context.workspaces.countDocuments();
async function refusalOf(asked: Promise<unknown>): Promise<Xs2aError> {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Xs2aError)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

test('developers who register at the same moment get as many sandboxes as there are places, and places can be reused', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => register()));
  const created = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect([created.length, await count()]).toEqual([3, 3]);
  const refused = await refusalOf(register());
  expect(refused).toMatchObject({ situation: 'rateExceeded', retryAfterSeconds: 3_600 });
  expect(refused.text).toContain('as many developers as it takes');
  await Promise.all(created.map(({ key }) => at.bus.ask(deleteWorkspace, { key })));
  expect(await count()).toBe(0);
});

test('a registration that fails leaves no sandbox behind', async () => {
  const { authorityFiles } = at.context;
  Object.assign(at.context, { authorityFiles: undefined });
  expect((await refusalOf(register())).situation).toBe('serviceUnavailable');
  Object.assign(at.context, { authorityFiles });
  expect(await count()).toBe(0);
});

test('registrations of one address are limited per hour, an IPv6 network counts as one, and the count is reset with the next hour', async () => {
  await register('2001:db8:1:2::a');
  const { key } = await register('2001:0db8:1:2:ffff::b');
  const refused = await refusalOf(register('2001:db8:1:2::c'));
  expect(refused).toMatchObject({ situation: 'rateExceeded', retryAfterSeconds: 600 });
  expect(refused.text).toContain('2 sandboxes may be created in an hour');
  await register('2001:db8:1:3::a');
  await at.bus.ask(deleteWorkspace, { key });
  nowMs = LATE + HOUR_MS;
  expect((await register('2001:db8:1:2::c')).workspace.tppId).toMatch(/^PSDHR-HNB-DEV/);
  const stored = JSON.stringify(await at.context.registrations.find().toArray());
  expect(stored).not.toContain('2001');
});

test('parallel registrations of one address do not exceed the limit', async () => {
  nowMs = LATE + 2 * HOUR_MS;
  await at.context.workspaces.deleteMany({});
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => register('192.0.2.7')));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect((await refusalOf(register('::ffff:192.0.2.7'))).text).toContain('in an hour');
});
