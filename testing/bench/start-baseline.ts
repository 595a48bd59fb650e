import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';

/** The bare handler as a separate process that can read these consents. */
export interface Baseline extends Disposable {
  readonly url: string;
  readonly pid: number;
}

export async function startBaseline(mongoUrl: string, consentIds: readonly string[]): Promise<Baseline> {
  await using client = await MongoClient.connect(mongoUrl);
  const resources = client.db('baseline').collection<{ _id: string; status: string }>('resources');
  await resources.insertMany(consentIds.map((_id) => ({ _id, status: 'valid' })));
  const baseline = spawn(process.execPath, [fileURLToPath(new URL('baseline.ts', import.meta.url))], {
    env: { ...process.env, MONGO_URL: mongoUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [firstLine] = (await once(baseline.stdout, 'data')) as [Buffer];
  return {
    url: firstLine.toString().trim(),
    pid: baseline.pid ?? 0,
    [Symbol.dispose]: () => void baseline.kill('SIGTERM'),
  };
}
