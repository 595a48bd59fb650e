import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestAuthority } from '@xs2a/certificates';
import { type ListOptions, signList, writeList } from '@xs2a/trusted-lists';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DAY = 86_400_000;
const START = Date.now();
const inDays = (days: number): Date => new Date(START + days * DAY);

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function trustList(args: readonly string[], env = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    execFile(process.execPath, ['tools/xs2a.ts', 'trust-list', ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

let operator: TestAuthority;
let authority: TestAuthority;
beforeAll(async () => {
  [operator, authority] = await Promise.all([
    TestAuthority.create(inDays(-9), 'Operator'),
    TestAuthority.create(inDays(-9)),
  ]);
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trust-list-'));
  writeFileSync(join(folder, 'signers.pem'), operator.own.certificate);
});
afterEach(() => rmSync(folder, { recursive: true }));

const times = { issuedAt: inDays(-1), nextUpdate: inDays(90) };

function listOfLists(location = 'https://lists.example/HR.xml'): string {
  const pointers = [{ territory: 'HR', signers: [operator.own.certificate], location }];
  return signList(writeList({ type: 'listOfLists', territory: 'EU', ...times, pointers }), operator.own);
}

function croatian(order: Partial<ListOptions> = {}): string {
  const service = {
    name: 'Qualified CA',
    certificate: authority.own.certificate,
    since: inDays(-5),
    purposes: ['web'],
  } as const;
  const xml = writeList({
    type: 'national',
    territory: 'HR',
    sequenceNumber: 7,
    ...times,
    services: [service],
    ...order,
  });
  return signList(xml, operator.own);
}

function importing(list: string, ...more: string[]): Promise<Ended> {
  writeFileSync(join(folder, 'lotl.xml'), listOfLists());
  writeFileSync(join(folder, 'HR.xml'), list);
  const files = [
    '--lotl',
    join(folder, 'lotl.xml'),
    '--list',
    join(folder, 'HR.xml'),
    '--signers',
    join(folder, 'signers.pem'),
  ];
  return trustList(['import', ...files, '--out', join(folder, 'out'), ...more]);
}

const outFile = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8');

describe('npm run xs2a -- trust-list', () => {
  it('writes the anchors and the manifest, then reports that nothing changed', async () => {
    const first = await importing(croatian());
    expect(first).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('imported: 1 trust anchors from 1 lists'),
    });
    expect(first.out).toMatch(/^\+ HR Test Trust Services/);
    expect(new X509Certificate(outFile('trust-anchors.pem')).fingerprint256).toBe(
      new X509Certificate(authority.own.certificate).fingerprint256,
    );
    expect(JSON.parse(outFile('manifest.json'))).toMatchObject({ lists: [{ territory: 'HR', sequenceNumber: 7 }] });
    expect(readdirSync(join(folder, 'out')).toSorted()).toEqual(['manifest.json', 'trust-anchors.pem']);
    expect(await importing(croatian())).toMatchObject({
      code: 0,
      out: 'nothing changed: 1 trust anchors from 1 lists\n',
    });
  });

  it('with --check writes nothing and ends with 3 if there is something to import', async () => {
    expect(await importing(croatian(), '--check')).toMatchObject({ code: 3, out: expect.stringContaining('+ HR') });
    expect(readdirSync(folder)).not.toContain('out');
    await importing(croatian());
    expect(await importing(croatian(), '--check')).toMatchObject({ code: 0 });
  });

  it('refuses with 1 a list with a lower sequence number, and leaves the files unchanged', async () => {
    await importing(croatian());
    const [anchors, manifest] = [outFile('trust-anchors.pem'), outFile('manifest.json')];
    const refused = await importing(croatian({ sequenceNumber: 6, services: [] }));
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^refused: HR.xml: its sequence number 6 is lower/),
    });
    expect([outFile('trust-anchors.pem'), outFile('manifest.json')]).toEqual([anchors, manifest]);
  });

  it('never leaves the gateway without anchors', async () => {
    await importing(croatian());
    const anchors = outFile('trust-anchors.pem');
    const { code, err } = await importing(croatian({ sequenceNumber: 8, services: [] }));
    expect([code, err]).toEqual([1, expect.stringMatching(/^no trust anchor is left: nothing was written\n/)]);
    expect(outFile('trust-anchors.pem')).toBe(anchors);
  });

  it('detects anchors that were changed by hand, and rewrites them', async () => {
    await importing(croatian());
    const anchors = outFile('trust-anchors.pem');
    writeFileSync(join(folder, 'out', 'trust-anchors.pem'), operator.own.certificate);
    expect(await importing(croatian())).toMatchObject({
      code: 0,
      out: expect.stringContaining('not as it was imported'),
    });
    expect(outFile('trust-anchors.pem')).toBe(anchors);
  });

  it('ends with 2 if a file or an argument is missing', async () => {
    expect(await trustList(['import', '--lotl', 'none.xml'])).toMatchObject({ code: 2, out: '' });
    writeFileSync(join(folder, 'signers.pem'), 'no certificate');
    expect(await importing(croatian())).toMatchObject({
      code: 2,
      err: expect.stringContaining('contains no certificate'),
    });
  });

  it('fetches the lists in the verified list of lists over https, and nothing over http', async () => {
    const server = await authority.issueServer(['localhost'], { notBefore: inDays(-1), notAfter: inDays(1) });
    const answers = new Map<string | undefined, () => string>();
    const https = createServer({ cert: server.certificate, key: server.key }, ({ url }, response) => {
      response.end(answers.get(url)?.() ?? '');
    }).listen(0);
    await once(https, 'listening');
    const base = `https://localhost:${(https.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'ca.pem'), authority.own.certificate);
    const fetching = (): Promise<Ended> =>
      trustList(
        ['fetch', '--from', `${base}/lotl.xml`, '--signers', join(folder, 'signers.pem'), '--out', join(folder, 'got')],
        { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
      );
    answers.set('/lotl.xml', () => listOfLists(`${base}/HR.xml`)).set('/HR.xml', () => croatian());
    expect(await fetching()).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(join(folder, 'got')).toSorted()).toEqual(['HR.xml', 'eu-lotl.xml']);
    answers.set('/lotl.xml', () => listOfLists('http://localhost/HR.xml'));
    expect(await fetching()).toMatchObject({ code: 1, err: expect.stringContaining('is no https address') });
    answers.set('/lotl.xml', () => listOfLists(`${base}/HR.xml`).replace('HR.xml', 'XX.xml'));
    expect(await fetching()).toMatchObject({ code: 2, err: expect.stringContaining('signature is not valid') });
    https.close();
  });
});
