import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type HistoryCheckpoint } from '@xs2a/service-kit';
import { forAllTests, testServers } from '@xs2a/test-kit';
import { approveOnBus, askForConsent, askForPayment } from '@xs2a/test-system/ask-as-gateway';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { mongoUrl } = testServers();
const services = forAllTests(() => startServices('bank', 'sca', 'consent', 'payments'));
beforeAll(async () => {
  await approveOnBus(services.bus, await askForPayment(services.bus));
  await approveOnBus(services.bus, await askForConsent(services.bus));
  for (const name of ['sca', 'consent', 'payments'] as const)
    await services.running[name].kit.jobs.runNow('sealHistory');
});

type KeeperName = 'sca' | 'consent' | 'payments';

function verify(name: KeeperName, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, MONGO_URL: mongoUrl, MONGO_DATABASE: services.database(name).databaseName };
  const command = ['tools/xs2a.ts', 'audit', 'verify-history', '--service', name, ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

describe('npm run xs2a -- audit verify-history', () => {
  it.each(['sca', 'consent', 'payments'] as const)('finds the history of %s unaltered', async (name) => {
    const { code, output } = await verify(name);
    expect(output).toMatch(/[12] histories of [2-9] entries, [12] checkpoints: unaltered/);
    expect(code).toBe(0);
  });

  it('accepts an external checkpoint, and reports one that is not in the chain', async () => {
    const checkpoint = await services.database('payments').collection<HistoryCheckpoint>('seals').findOne({});
    expect((await verify('payments', '--checkpoint', `${checkpoint?._id} ${checkpoint?.hash}`)).code).toBe(0);
    expect(await verify('payments', '--checkpoint', '1 made-up')).toMatchObject({ code: 1 });
  });

  it('names the resource whose history was altered, and ends with 1', async () => {
    await services
      .database('payments')
      .collection('payments')
      .updateOne({}, { $set: { 'history.1.by': 'somebody' } });
    const { code, output } = await verify('payments');
    expect(output).toMatch(/payments\/[0-9a-f-]{36} entry 2 is not as it was written/);
    expect(code).toBe(1);
  });
});
