import {
  cancelPayment,
  initiatePayment,
  type RequestInputOf,
  readPaymentStatus,
  readScaStatus,
  startPaymentAuthorisation,
} from '@xs2a/contracts';
import { TPP } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { approveAsPsu } from './approve-as-psu.ts';
import type { Journal, PaymentRecord } from './journal.ts';
import type { Lane } from './lane.ts';
import { OTHER_BANK, PSUS, type SimulatedPsu } from './opening-data.ts';
import type { SimulatedClient } from './simulated-client.ts';
import { PICK } from './simulated-system.ts';

const ADDRESS = { paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const tpp = { ...TPP, roles: [...TPP.roles] };
const wishes = { redirectUri: 'https://tpp.example/ok' };

/** A payment from its initiation to the decision of the PSU: approved, declined, ignored, or cancelled at some moment. */
export async function pay(
  client: SimulatedClient,
  dbs: Lane['dbs'],
  journal: Journal,
  psu: SimulatedPsu,
): Promise<void> {
  const { random } = client.world;
  const minor = random.between(1_000, 80_000);
  const creditors = [OTHER_BANK, ...PSUS.filter(({ iban }) => iban !== psu.iban).map(({ iban }) => iban)];
  const request = {
    tpp,
    requestId: random.uuid(),
    fingerprint: 'fingerprint',
    wishes,
    order: {
      ...ADDRESS,
      body: paymentOrder({
        instructedAmount: { currency: 'EUR', amount: (minor / 100).toFixed(2) },
        debtorAccount: { iban: psu.iban },
        creditorAccount: { iban: random.pick(creditors) },
      }),
    },
  } as RequestInputOf<typeof initiatePayment>;
  const answers = await initiate(client, journal, request, random.chance(0.3) ? 2 : 1);
  const [{ paymentId, authorisation }] = answers;
  const record: PaymentRecord = {
    paymentId,
    scaStatus: 'unknown',
    declined: false,
    cancellationRequested: false,
  };
  journal.payments.push(record);
  if (random.chance(0.1)) return;

  const addressed = { tpp, ...ADDRESS, paymentId };
  const started =
    authorisation ??
    (await client.askUntilAnswered(startPaymentAuthorisation, {
      ...addressed,
      requestId: random.uuid(),
      fingerprint: 'fingerprint',
      wishes,
      ...PICK,
    }));
  // Not before the start, which a cancelled payment refuses.
  if (random.chance(0.15)) cancelLater(client, record);
  record.declined = random.chance(0.1);
  const decision = record.declined ? 'decline' : 'approve';
  await approveAsPsu(client, dbs, psu.psuId, started.redirectReference ?? '', decision);
  const parent = { kind: 'payment', id: paymentId, ...ADDRESS } as const;
  const asked = { tpp, parent, authorisationId: started.authorisationId };
  const { scaStatus } = await client.askUntilAnswered(readScaStatus, asked);
  if (scaStatus === 'finalised' || scaStatus === 'failed') record.scaStatus = scaStatus;
  await client.askUntilAnswered(readPaymentStatus, addressed);
}

type Answer = Awaited<ReturnType<typeof ask>>;
const ask = (client: SimulatedClient, request: RequestInputOf<typeof initiatePayment>) =>
  client.askUntilAnswered(initiatePayment, request);

/** Sends the same request once or twice in parallel: one payment. */
async function initiate(
  client: SimulatedClient,
  journal: Journal,
  request: RequestInputOf<typeof initiatePayment>,
  times: number,
): Promise<[Answer, ...Answer[]]> {
  const answers = await Promise.all(Array.from({ length: times }, () => ask(client, request)));
  for (const { paymentId } of answers) journal.created.push({ key: request.requestId, id: paymentId });
  return answers as [Answer, ...Answer[]];
}

function cancelLater(client: SimulatedClient, record: PaymentRecord): void {
  const { paymentId } = record;
  const request = { tpp, ...ADDRESS, paymentId, requestId: client.world.random.uuid(), wishes };
  record.cancellationRequested = true;
  const cancel = async (): Promise<void> => {
    await client.pause(client.world.random.between(10, 4_000));
    await client.askUntilAnswered(cancelPayment, request);
  };
  // A late cancellation is refused, which is fine.
  cancel().catch(() => undefined);
}
