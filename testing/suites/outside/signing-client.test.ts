import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IssuedCertificate, TestAuthority } from '@xs2a/certificates';
import { daysFromNow, qwac, type Trusted, trustedAuthority } from '@xs2a/gateway/testing';
import { TlsListener } from '@xs2a/gateway/tls-listener';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pythonWith } from './python.ts';

interface Result {
  readonly name: string;
  readonly expected: string;
  readonly answered: string;
}

let trusted: Trusted;
let services: TestServices;
let results: Result[];

beforeAll(async () => {
  trusted = await trustedAuthority();
  const order = await writeOrder();
  services = await startServicesWith(trusted.env, 'bank', 'sca', 'consent', 'gateway');
  const url = services.running.gateway.get<TlsListener>(TlsListener).url ?? '';
  writeFileSync(join(trusted.folder, 'order.json'), JSON.stringify({ ...order, url }));
  const python = await pythonWith('requirements.txt');
  const client = join(import.meta.dirname, 'signing_client.py');
  const { code, output } = await python([client, join(trusted.folder, 'order.json')]);
  if (code !== 0) throw new Error(output);
  results = JSON.parse(output) as Result[];
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  trusted[Symbol.dispose]();
});

it('a client in another language with a public signing library is accepted, and refused after every corruption', () => {
  expect(results.filter(({ expected, answered }) => expected !== answered)).toEqual([]);
  expect(results.filter(({ answered }) => answered === '201').length).toBeGreaterThanOrEqual(12);
  expect(results.filter(({ answered }) => answered.startsWith('401')).length).toBeGreaterThanOrEqual(40);
});

it('refused requests created nothing, and repeated ones created one resource', async () => {
  const made = results.filter(({ expected }) => expected === '201').length;
  expect(await services.database('consent').collection('consents').countDocuments()).toBe(made - 1);
});

/** Writes certificates of every kind that the client tries to files. */
async function writeOrder() {
  const { authority, folder } = trusted;
  const write = (name: string, { certificate, key }: IssuedCertificate) => {
    const files = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
    writeFileSync(files.certificate, certificate);
    writeFileSync(files.key, key);
    return files;
  };
  const seal = (order: Parameters<typeof qwac>[0] = {}) => qwac({ qcType: 'seal', key: 'rsa', ...order });
  const stranger = await TestAuthority.create(new Date());
  const revoked = await authority.issueTpp(seal());
  await trusted.revoke(revoked.certificate);
  const issued = {
    own: await authority.issueTpp(seal()),
    ec: await authority.issueTpp(seal({ key: 'ec' })),
    other: await authority.issueTpp(seal({ organizationIdentifier: 'PSDHR-HNB-OTHER' })),
    expired: await authority.issueTpp(seal({ notBefore: daysFromNow(-9), notAfter: daysFromNow(-1) })),
    revoked,
    stranger: await stranger.issueTpp(seal()),
    web: await authority.issueTpp(qwac({ key: 'rsa' })),
    roleless: await authority.issueTpp(seal({ roles: ['PISP'] })),
  };
  const seals = Object.fromEntries(Object.entries(issued).map(([name, one]) => [name, write(`seal-${name}`, one)]));
  const client = write('client', await authority.issueTpp(qwac()));
  return { seals, client, authority: join(folder, 'ca.pem') };
}
