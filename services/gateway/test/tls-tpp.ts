import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { type IssuedCertificate, TestAuthority, type TppCertificateOptions } from '@xs2a/certificates';
import { forAllTests } from '@xs2a/test-kit';
import { type Answer, firstMessage, type Sent } from './start-gateway.ts';

const DAY_MS = 86_400_000;
export const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** Returns the order of a valid QWAC, with the changes of the test. */
export function qwac(order: Partial<TppCertificateOptions> = {}): TppCertificateOptions {
  return {
    organizationIdentifier: 'PSDHR-HNB-TEST',
    name: 'Test TPP',
    roles: ['AISP', 'PISP', 'PIISP'],
    qcType: 'web',
    notBefore: daysFromNow(-1),
    notAfter: daysFromNow(30),
    ...order,
  };
}

/** A test authority with the files to start a gateway. */
export interface Trusted extends Disposable {
  readonly authority: TestAuthority;
  readonly env: Record<string, string>;
  readonly folder: string;
  revoke(...certificates: string[]): Promise<void>;
  block(...names: string[]): void;
}

export async function trustedAuthority(): Promise<Trusted> {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-trust-'));
  const authority = await TestAuthority.create(new Date());
  const path = (name: string) => join(folder, name);
  const server = await authority.issueServer(['127.0.0.1'], { notBefore: daysFromNow(-1), notAfter: daysFromNow(30) });
  writeFileSync(path('ca.pem'), authority.own.certificate);
  writeFileSync(path('gateway.pem'), server.certificate);
  writeFileSync(path('gateway.key'), server.key);
  const revoke = async (...certificates: string[]): Promise<void> => {
    writeFileSync(path('revoked.pem'), await authority.revoke(certificates, new Date(), daysFromNow(1)));
  };
  const block = (...names: string[]): void => writeFileSync(path('stop-list.txt'), `# blocked\n${names.join('\n')}\n`);
  await revoke();
  block();
  return {
    authority,
    folder,
    revoke,
    block,
    env: {
      GATEWAY_URL: 'https://xs2a.test',
      GATEWAY_TLS_PORT: '0',
      GATEWAY_TLS_CERTIFICATE: path('gateway.pem'),
      GATEWAY_TLS_KEY: path('gateway.key'),
      TPP_TRUST_LIST: path('ca.pem'),
      TPP_REVOCATIONS: path('revoked.pem'),
      TPP_STOP_LIST: path('stop-list.txt'),
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** Creates an authority for all tests of a file or group. */
export function useTrusted(): Trusted {
  return forAllTests(async () => {
    const trusted = await trustedAuthority();
    return { ...trusted, [Symbol.asyncDispose]: async () => trusted[Symbol.dispose]() };
  });
}

/** One connection for each certificate. */
const AGENT = new Agent({ keepAlive: true });

/** Sends a request over TLS, with or without a certificate. */
export function askOverTls(
  tlsUrl: string,
  { authority }: Pick<Trusted, 'authority'>,
  shown: IssuedCertificate | undefined,
  method: string,
  path: string,
  { headers, body, agent = AGENT, ...connection }: Sent & ConnectionOptions & { agent?: Agent | false } = {},
): Promise<Answer & { protocol: string | null }> {
  const { hostname, port } = new URL(tlsUrl);
  const identity = shown && { cert: shown.certificate, key: shown.key };
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        ca: authority.own.certificate,
        ...identity,
        ...connection,
        headers: { 'X-Request-ID': crypto.randomUUID(), Accept: '*/*', ...headers },
      },
      (response) => {
        const protocol = (response.socket as unknown as { getProtocol(): string | null }).getProtocol();
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const known = new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
          resolve({
            status: response.statusCode ?? 0,
            headers: { has: (name) => known.has(name), get: (name) => known.get(name) ?? null },
            text,
            // No service listens behind these gateways: 503 means that the request passed every check.
            message: response.statusCode === 503 ? {} : firstMessage(text),
            protocol,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
