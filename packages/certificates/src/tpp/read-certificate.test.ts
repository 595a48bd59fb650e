import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  issueSelfSigned,
  readRevocations,
  readTppCertificate,
  SANDBOX_TPPS,
  sandboxFiles,
  type TppCertificateOptions,
  validatePath,
  writeSandboxCertificates,
} from '../index.ts';

const DAY_MS = 86_400_000;
const NOW = new Date();
const folder = mkdtempSync(join(tmpdir(), 'xs2a-certs-'));
const files = sandboxFiles(folder);
const read = (path: string) => readTppCertificate(new X509Certificate(readFileSync(path)).raw);
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

beforeAll(async () => {
  await writeSandboxCertificates(folder, NOW);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the QWAC and the QSEAL of each sandbox TPP', () => {
  it.each(
    [...SANDBOX_TPPS].flatMap(([id, tpp]) => [
      { id, kind: 'qwac' as const, type: 'web', ...tpp },
      { id, kind: 'qseal' as const, type: 'seal', ...tpp },
    ]),
  )('$kind of $id: organizationIdentifier, name, roles and QcType are read back', ({ id, kind, type, name, roles }) => {
    const certificate = read(files.tpp(id, kind).certificate);
    expect(certificate).toMatchObject({ organizationIdentifier: id, name, qcTypes: [type] });
    expect(certificate?.roles.toSorted()).toEqual([...roles].toSorted());
  });

  it('are issued by the test authority according to openssl, except the self-signed one', () => {
    const verify = (id: string) =>
      execFileSync('openssl', ['verify', '-CAfile', files.authority.certificate, files.tpp(id, 'qwac').certificate], {
        stdio: 'pipe',
      }).toString();
    expect(verify('PSDHR-HNB-SANDBOX')).toContain('OK');
    expect(() => verify('PSDHR-HNB-SELFSIGNED')).toThrow();
    expect(() => verify('PSDHR-HNB-EXPIRED')).toThrow('expired');
  });

  it('have a path to the test authority by RFC 5280', async () => {
    const authorities = [new X509Certificate(readFileSync(files.authority.certificate))];
    for (const [id, { refused }] of SANDBOX_TPPS) {
      for (const [kind, qcType] of [
        ['qwac', 'web'],
        ['qseal', 'seal'],
      ] as const) {
        const certificate = new X509Certificate(readFileSync(files.tpp(id, kind).certificate));
        const result = await validatePath({ certificate, sent: [], authorities, qcType, now: NOW });
        expect([id, 'issuers' in result]).toEqual([id, refused !== 'certificateInvalid']);
        expect(read(files.tpp(id, kind).certificate)?.isQualified).toBe(true);
      }
    }
  });

  it('have keys that only their owner can read', () => {
    expect(statSync(files.tpp('PSDHR-HNB-SANDBOX', 'qwac').key).mode & 0o077).toBe(0);
  });

  it('are in the signed revocation list if they are revoked', async () => {
    const authority = new X509Certificate(readFileSync(files.authority.certificate));
    const { lists } = await readRevocations(readFileSync(files.revocations, 'utf8'), [authority]);
    const serials = lists.get(authority)?.[0]?.serialNumbers;
    for (const id of SANDBOX_TPPS.keys()) {
      const serial = read(files.tpp(id, 'qwac').certificate)?.serialNumber ?? -1n;
      expect(serials?.has(serial)).toBe(id === 'PSDHR-HNB-REVOKED');
    }
  });
});

describe('sandbox certificates', () => {
  it('are kept while they are valid for at least a month, and then issued again by the same authority', async () => {
    const [authority, first] = [readFileSync(files.authority.certificate), readFileSync(files.server.certificate)];
    expect(await writeSandboxCertificates(folder, later(300))).toBe(false);
    expect(readFileSync(files.server.certificate)).toEqual(first);
    expect(await writeSandboxCertificates(folder, later(340))).toBe(true);
    expect(readFileSync(files.server.certificate)).not.toEqual(first);
    expect(readFileSync(files.authority.certificate)).toEqual(authority);
  });

  it('are created again if one is missing', async () => {
    rmSync(files.tpp('PSDHR-HNB-OTHER', 'qseal').certificate);
    expect(await writeSandboxCertificates(folder, later(340))).toBe(true);
    expect(read(files.tpp('PSDHR-HNB-OTHER', 'qseal').certificate)).toBeDefined();
  });
});

describe('a certificate belongs to a payment service provider', () => {
  const order: TppCertificateOptions = {
    organizationIdentifier: 'PSDHR-HNB-1',
    name: 'Some TPP',
    roles: ['AISP'],
    qcType: 'web',
    notBefore: NOW,
    notAfter: later(1),
  };
  const readIssued = async (changed: Partial<TppCertificateOptions>) => {
    const { certificate } = await issueSelfSigned({ ...order, ...changed });
    return readTppCertificate(new X509Certificate(certificate).raw);
  };

  it('if it has a PSD2 statement and an organizationIdentifier (ETSI TS 119 495)', async () => {
    expect(await readIssued({})).toMatchObject({ organizationIdentifier: 'PSDHR-HNB-1', roles: ['AISP'] });
    expect(await readIssued({ organizationIdentifier: 'VATHR-12345678901' })).toBeDefined();
  });

  it('only with the statement', async () => {
    expect(await readIssued({ withoutStatement: true })).toBeUndefined();
  });

  it.each(['HNB-1', 'PSDHR-HNB-', 'psdhr-hnb-1', 'PSDHR-HNB-1\n2', 'PSDHR-H-1', ''])(
    'but not with the organizationIdentifier %j',
    async (organizationIdentifier) => {
      expect(await readIssued({ organizationIdentifier })).toBeUndefined();
    },
  );

  it('but has no roles here if it only services accounts (PSP_AS)', async () => {
    expect(await readIssued({ pspRoles: ['PSP_AS'] })).toMatchObject({ roles: [] });
    expect(await readIssued({ pspRoles: ['PSP_AS', 'PSP_IC'] })).toMatchObject({ roles: ['PIISP'] });
  });

  it('only if it is a valid certificate', () => {
    for (const bytes of ['', 'CANARY', '\x30\x03\x02\x01\x01']) {
      expect(readTppCertificate(Buffer.from(bytes, 'latin1'))).toBeUndefined();
    }
  });
});
