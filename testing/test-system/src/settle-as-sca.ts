import {
  handOverConsentAuthorisation,
  handOverPaymentAuthorisation,
  holderIdOf,
  type Operation,
  type ReplyOf,
  type ScaOutcome,
  type ScaParent,
  settleBasketAuthorisation,
  settleCancellationAuthorisation,
  settleConsentAuthorisation,
  settleFundsConsentAuthorisation,
  settlePaymentAuthorisation,
  takeAuthorisation,
} from '@xs2a/contracts';
import type { TestServices } from './start/start-services.ts';

const SETTLE = {
  consent: settleConsentAuthorisation,
  fundsConsent: settleFundsConsentAuthorisation,
  payment: settlePaymentAuthorisation,
  cancellation: settleCancellationAuthorisation,
  basket: settleBasketAuthorisation,
} as const satisfies Record<ScaParent['kind'], Operation>;

interface StoredAuthorisation {
  _id: string;
  parent: ScaParent;
  requestedHash: string;
  scaStatus: string;
  content: { kind: string; model?: string; grants?: unknown; members?: unknown[]; totals?: unknown };
  namedPsu?: { psuId: string };
  signedBy: string[];
}

const HOLDERS = [
  ['payment', handOverPaymentAuthorisation],
  ['consent', handOverConsentAuthorisation],
  ['fundsConsent', handOverConsentAuthorisation],
] as const;

/**
 * Returns an authorisation as sca stores it. One still stored with its parent is opened first; if it has failed there, sca never
 * stores it.
 */
export async function authorisationOf(
  { database, bus }: Pick<TestServices, 'database' | 'bus'>,
  authorisationId: string,
): Promise<StoredAuthorisation> {
  const authorisations = database('sca').collection<StoredAuthorisation>('authorisations');
  const find = (): Promise<StoredAuthorisation | null> => authorisations.findOne({ _id: authorisationId });
  const stored = await find();
  if (stored !== null) return stored;
  const id = holderIdOf(authorisationId);
  for (const [kind, operation] of HOLDERS) {
    const asked = { parent: { kind, id }, by: { authorisationId } };
    const { authorisation: held } = await bus.ask(operation, asked).catch(() => ({ authorisation: undefined }));
    if (held === undefined) continue;
    await bus.ask(takeAuthorisation, { parent: { kind, id }, authorisationId });
    const { parent, contentHash: requestedHash, content } = held;
    return (
      (await find()) ?? { _id: authorisationId, parent, requestedHash, content, scaStatus: 'failed', signedBy: [] }
    );
  }
  throw new Error('sca was never asked for this authorisation');
}

/** Sends the owner of a parent the settlement that sca would send, without a PSU on the pages. */
export async function settleAs<Kind extends ScaParent['kind']>(
  services: TestServices,
  kind: Kind,
  authorisationId: string,
  psuId: string,
  more: {
    outcome?: ScaOutcome;
    signaturesNeeded?: number;
    grants?: object[];
    contentHash?: string;
    approvedAt?: string;
  } = {},
): Promise<ReplyOf<(typeof SETTLE)[Kind]>> {
  const { parent, requestedHash } = await authorisationOf(services, authorisationId);
  const settlement = {
    authorisationId,
    parent,
    outcome: 'finalised',
    contentHash: requestedHash,
    psu: { psuId, name: `name of ${psuId}` },
    ...more,
  };
  return (await services.bus.send(SETTLE[kind].subject, settlement, 'write')) as ReplyOf<(typeof SETTLE)[Kind]>;
}
