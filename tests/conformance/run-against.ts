import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxFiles, writeSandboxCertificates } from '@xs2a/certificates';
import type { AspspProfile } from '@xs2a/contracts';
import { freePort } from '@xs2a/test-kit';
import { loadFacts } from '../../tools/conformance/facts.ts';
import { type Report, runConformance } from '../../tools/conformance/run-conformance.ts';
import { runSystem } from '../system/run-system.ts';

/** The suite against a whole system of its own, as a bank would run it. */
export async function runAgainst(profileName: string, profile: AspspProfile, env: NodeJS.ProcessEnv): Promise<Report> {
  const certificates = mkdtempSync(join(tmpdir(), 'xs2a-conformance-'));
  await writeSandboxCertificates(certificates);
  const files = sandboxFiles(certificates);
  const port = await freePort();
  const system = await runSystem({
    ...env,
    GATEWAY_TLS_PORT: String(port),
    GATEWAY_TLS_CERTIFICATE: files.server.certificate,
    GATEWAY_TLS_KEY: files.server.key,
    TPP_TRUST_LIST: files.authority.certificate,
    TPP_REVOCATIONS: files.revocations,
    TPP_STOP_LIST: files.stopList,
  });
  try {
    const doors = {
      portal: system.portalUrl,
      tlsUrl: `https://localhost:${port}`,
      certificates,
      longReports: profile.limits.reportEntriesMax <= 500,
    };
    return await runConformance({ url: system.gatewayUrl, profile, profileName, facts: loadFacts(), doors });
  } finally {
    await system[Symbol.asyncDispose]();
    rmSync(certificates, { recursive: true });
  }
}

export const failuresOf = ({ results }: Report): string[] =>
  results.filter(({ result }) => result === 'failed').map(({ id, why }) => `${id}: ${why}`);

export const notApplicable = ({ results }: Report): string[] =>
  results
    .filter(({ result }) => result === 'notApplicable')
    .map(({ id }) => id)
    .toSorted();
