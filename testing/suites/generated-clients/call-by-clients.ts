import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TppClient } from '@xs2a/test-kit';
import { consentBody, IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { approve } from '@xs2a/test-system/psu/approve';
import { runCompact } from '@xs2a/test-system/start/run-compact';
import { olderDocument } from '../../../tools/gen/openapi/older-document.ts';
import { folderFor, GENERATORS, installFromNpm } from './generators.ts';

const DAYS_READ = 80;
const DAY_MS = 86_400_000;

/**
 * Has each generator create a client for the document that a running sandbox serves, and has the client read an account and its
 * transactions, initiate a payment and read its status.
 */
export async function callByClients(
  preset: string,
  isOlder: boolean,
  told: (name: string, fault: string | undefined) => void,
): Promise<void> {
  await installFromNpm();
  await using system = await runCompact({ PROFILE: preset });
  const served = await (await fetch(`${system.gatewayUrl}/openapi.json`)).json();
  const text = JSON.stringify(isOlder ? olderDocument(served as Parameters<typeof olderDocument>[0]) : served);
  const headers = { ...REDIRECT_HEADERS, 'PSU-ID': 'psu-private' };
  const { body } = await new TppClient(system.gatewayUrl).post('/v1/consents', consentBody(), { headers });
  await approve(system.portalUrl, body._links?.['scaRedirect']?.href ?? '', { psuId: 'psu-private' });
  const given = {
    url: system.gatewayUrl,
    consent: body['consentId'],
    product: 'sepa-credit-transfers',
    payment: paymentOrder(),
    dateFrom: new Date(Date.now() - DAYS_READ * DAY_MS).toISOString().slice(0, 10),
  };
  for (const [index, generator] of GENERATORS.entries()) {
    const folder = folderFor(index);
    try {
      const document = join(folder, 'openapi.json');
      writeFileSync(document, text);
      const own = { ...given, headers: { ...headers, 'X-Request-ID': randomUUID() } };
      told(generator.name, await faultOf(generator.steps(document, JSON.stringify(own), folder)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

async function faultOf(steps: ReturnType<(typeof GENERATORS)[number]['steps']>): Promise<string | undefined> {
  let said = '';
  for (const step of steps) {
    const { code, output } = await step();
    if (code !== 0) return output.slice(-2_000);
    said = output;
  }
  const line = said.split('\n').find((one) => one.startsWith('{')) ?? '{}';
  const { iban, booked, status } = JSON.parse(line) as { iban?: string; booked?: number; status?: string };
  return iban === IBAN.private && Number(booked) > 0 && status === 'RCVD' ? undefined : `it read ${said}`;
}
