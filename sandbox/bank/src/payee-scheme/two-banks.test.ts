import { mkdtempSync, writeFileSync } from 'node:fs';
import { request as requestTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type IssuedCertificate, TestAuthority } from '@xs2a/certificates';
import { forAllTests, freePort, TppClient } from '@xs2a/test-kit';
import { IBAN, PAYEE } from '@xs2a/test-system/data/fixtures';
import { startServicesWith } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';
import { croatianIban } from '../sandbox/data/croatian-iban.ts';

const BANKS = {
  one: { bic: 'ZABAHR2X', organisation: 'PSDHR-HNB-ONE', accounts: ['HR9990005'] },
  other: { bic: 'PBZGHR2X', organisation: 'PSDHR-HNB-OTHER', accounts: ['HR9991032'] },
} as const;
type Name = keyof typeof BANKS;

const now = new Date();
const validity = { notBefore: new Date(now.getTime() - 86_400_000), notAfter: new Date(now.getTime() + 86_400_000) };
const folder = mkdtempSync(join(tmpdir(), 'payee-scheme-'));
function keep(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Two installations, each with the sandbox bank, that are participants of the scheme. */
async function startTwoBanks() {
  const authority = await TestAuthority.create(now);
  const trust = keep('ca.pem', authority.own.certificate);
  const ports = { one: await freePort(), other: await freePort() };
  const clients = {} as Record<Name, IssuedCertificate>;
  const start = async (own: Name, asked: Name) => {
    const { organisation, bic } = BANKS[own];
    const client = await authority.issueTpp({
      ...validity,
      organizationIdentifier: organisation,
      name: own,
      roles: ['PISP'],
      qcType: 'web',
    });
    const server = await authority.issueServer(['localhost'], validity);
    clients[own] = client;
    const pair = (kind: string, { certificate, key }: IssuedCertificate) => ({
      certificate: keep(`${own}-${kind}.pem`, certificate),
      key: keep(`${own}-${kind}.key`, key),
    });
    const settings = {
      bic,
      port: ports[own],
      client: pair('client', client),
      server: pair('server', server),
      trust,
      banks: [{ ...BANKS[asked], url: `https://localhost:${ports[asked]}` }],
    };
    const file = keep(`${own}.json`, JSON.stringify(settings));
    const services = await startServicesWith({ PAYEE_SCHEME: file }, 'gateway', 'payments', 'bank');
    return { services, tpp: new TppClient(services.running.gateway.httpUrl ?? '') };
  };
  const one = await start('one', 'other');
  const other = await start('other', 'one');
  return {
    one,
    other,
    ports,
    clients,
    ca: authority.own.certificate,
    async [Symbol.asyncDispose]() {
      await one.services[Symbol.asyncDispose]();
      await other.services[Symbol.asyncDispose]();
    },
  };
}

const system = forAllTests(startTwoBanks);

async function verify(asking: Name, iban: string, name: string) {
  const body = { partyAccount: { iban }, party: { name } };
  const answer = await system[asking].tpp.post('/v1/payee-verifications', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

interface Sent {
  readonly from?: Name;
  readonly timestamp?: string;
  readonly bic?: string;
  readonly body?: string;
}

/** Requests to the other bank over TLS, without the adapter. */
function post({ from = 'one', timestamp = new Date().toISOString(), bic = BANKS.one.bic, body }: Sent) {
  const { certificate: cert, key } = system.clients[from];
  const asked = {
    party: { name: 'Ivan Šarić' },
    partyAccount: { iban: PAYEE.joint },
    partyAgent: { financialInstitutionId: { bicfi: BANKS.other.bic } },
    requestingAgent: { financialInstitutionId: { bicfi: bic } },
  };
  return new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    const request = requestTls(`https://localhost:${system.ports.other}/vop/v1/payee-verifications`, {
      method: 'POST',
      ca: system.ca,
      cert,
      key,
      agent: false,
      headers: { 'X-Request-ID': crypto.randomUUID(), 'X-Request-Timestamp': timestamp },
    });
    request.on('error', reject).on('response', (response) => {
      json(response).then((answer) => resolve({ status: response.statusCode, body: answer }), reject);
    });
    request.end(body ?? JSON.stringify(asked));
  });
}

describe('two banks in the scheme', () => {
  it.each([
    ['one', PAYEE.joint, 'IVAN SARIC', { partyNameMatch: 'MTCH' }],
    ['one', PAYEE.joint, 'Petar Horvat', { partyNameMatch: 'NMTC' }],
    ['one', PAYEE.closeMatch, 'Maria Kovac', { partyNameMatch: 'CMTC', matchedName: 'Marija Kovačević' }],
    ['other', IBAN.private, 'Somebody Else', { partyNameMatch: 'NMTC' }],
    ['other', croatianIban('999000', '119999999'), 'Ana Anić', { partyNameMatch: 'NOAP' }],
  ] as const)('verify each other’s payees: %s asks for %s and %s', async (asking, iban, name, expected) => {
    expect(await verify(asking, iban, name)).toEqual(expected);
  });

  it('refuse a question of somebody else, of another time, and of another form', async () => {
    expect(await post({})).toEqual({ status: 200, body: { partyNameMatch: 'MTCH' } });
    expect(await post({ from: 'other' })).toEqual({ status: 403, body: { code: 'CLIENT_INVALID' } });
    expect(await post({ bic: 'SOMEHR2X' })).toEqual({ status: 400, body: { code: 'CLIENT_INCONSISTENT' } });
    const timestamp = new Date(Date.now() - 120_000).toISOString();
    expect(await post({ timestamp })).toEqual({ status: 400, body: { code: 'TIMESTAMP_INVALID' } });
    expect(await post({ body: '{"party":' })).toEqual({ status: 400, body: { code: 'FORMAT_ERROR' } });
  });

  it('do not wait for a bank that is away', async () => {
    await system.other.services.running.bank.stop();
    expect(await verify('one', PAYEE.joint, 'Ivan Šarić')).toEqual({ partyNameMatch: 'NOAP' });
    await system.other.services.restart('bank');
    expect(await verify('one', PAYEE.joint, 'Ivan Šarić')).toEqual({ partyNameMatch: 'MTCH' });
  });
});
