import {
  ConsentRequest,
  createConsent,
  type RequestInputOf,
  startConsentAuthorisation,
  terminateConsent,
  useConsent,
  Xs2aError,
} from '@xs2a/contracts';
import { TPP } from '@xs2a/test-system/ask-as-gateway';
import { consentBody } from '@xs2a/test-system/data/fixtures';
import { approveAsPsu } from './approve-as-psu.ts';
import type { ConsentRecord, Journal } from './journal.ts';
import type { Lane } from './lane.ts';
import type { SimulatedPsu } from './opening-data.ts';
import { isPassing, type SimulatedClient } from './simulated-client.ts';
import { PICK } from './simulated-system.ts';

export const READS_PER_DAY = 2;
const READS_TRIED = 4;
const tpp = { ...TPP, roles: [...TPP.roles] };
const wishes = { redirectUri: 'https://tpp.example/ok' };

/** Has a recurring consent approved, reads more often than it allows, and deletes it. */
export async function consentAndRead(
  client: SimulatedClient,
  dbs: Lane['dbs'],
  journal: Journal,
  psu: SimulatedPsu,
): Promise<void> {
  const { random } = client.world;
  const account = { iban: psu.iban };
  const access = { balances: [account], transactions: [account] };
  const request: RequestInputOf<typeof createConsent> = {
    tpp,
    requestId: random.uuid(),
    fingerprint: 'fingerprint',
    wishes,
    body: ConsentRequest.parse(consentBody({ access, frequencyPerDay: READS_PER_DAY })),
  };
  const { consentId, authorisation } = await client.askUntilAnswered(createConsent, request);
  journal.created.push({ key: request.requestId, id: consentId });
  const record: ConsentRecord = { consentId, reads: 0, isEnded: false };
  journal.consents.push(record);
  const started =
    authorisation ??
    (await client.askUntilAnswered(startConsentAuthorisation, {
      tpp,
      consentId,
      wishes,
      ...PICK,
      requestId: random.uuid(),
      fingerprint: 'fingerprint',
    }));
  await approveAsPsu(client, dbs, psu.psuId, started.redirectReference ?? '', 'approve');
  for (let read = 0; read < READS_TRIED; read++) await readOnce(client, journal, record);
  if (random.chance(0.5)) return;
  const { consentStatus } = await client.askUntilAnswered(terminateConsent, {
    tpp,
    consentId,
    requestId: random.uuid(),
  });
  record.isEnded = true;
  if (consentStatus === 'valid') journal.violations.push(`${consentId} is valid after it was given back`);
  await readOnce(client, journal, record);
}

/** A read that began after the end of the consent was acknowledged must not be answered. */
async function readOnce(client: SimulatedClient, journal: Journal, record: ConsentRecord): Promise<void> {
  const wasEnded = record.isEnded;
  try {
    await client.ask(useConsent, { tpp, consentId: record.consentId, psuPresent: false, kind: 'list' });
    record.reads++;
    if (wasEnded) journal.violations.push(`${record.consentId} was read with after its end`);
  } catch (error) {
    if (!(error instanceof Xs2aError)) throw error;
    if (isPassing(error)) await client.pause(200);
  }
}
