import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueServerCertificate, writeSandboxCertificates } from '@xs2a/certificates';
import { writeIdentities } from '@xs2a/service-kit';
import { freePort } from '@xs2a/test-kit';
import { expect, it } from 'vitest';
import { readPorts } from '../../../tools/start/ports.ts';
import { runServices } from '../../../tools/start/run-services.ts';
import { identitiesOf, startPlanOf } from '../../../tools/start/start-plan.ts';

const DAY_MS = 86_400_000;

/** Starts the database of `npm start` with the data of this folder, waits until it answers, and stops it. */
async function startedAt(root: string, port: number): Promise<string[]> {
  const said: string[] = [];
  const ports = readPorts({ MONGO_PORT: String(port) });
  const mongod = startPlanOf(root, ports, { compact: false })
    .start.flat()
    .filter(({ name }) => name === 'mongod');
  const { services, ready } = runServices({ start: [mongod], stop: [mongod] }, join(root, 'log'), {
    say: (line) => said.push(line),
    onGivenUp: (reason) => said.push(reason.message),
    onChange: () => undefined,
  });
  await ready;
  await services.stop();
  return said.filter((line) => !line.includes('waiting for'));
}

it('npm start with kept data becomes ready at another MONGO_PORT', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'xs2a-moved-'));
  const root = folder.path;
  const certificates = join(root, '.local', 'certs');
  await writeSandboxCertificates(certificates);
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  await issueServerCertificate(certificates, ['localhost', '127.0.0.1'], validity);
  writeIdentities(identitiesOf(root), { sandbox: true });
  expect(await startedAt(root, await freePort())).toEqual([]);
  expect(await startedAt(root, await freePort())).toEqual([]);
});
