import {
  type Operation,
  type ReplyOf,
  type ScaOutcome,
  type ScaParent,
  settleBasketAuthorisation,
  settleCancellationAuthorisation,
  settleConsentAuthorisation,
  settleFundsConsentAuthorisation,
  settlePaymentAuthorisation,
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

/** An authorisation as sca keeps it. */
export async function authorisationOf({ database }: Pick<TestServices, 'database'>, authorisationId: string) {
  const found = await database('sca')
    .collection<StoredAuthorisation>('authorisations')
    .findOne({ _id: authorisationId });
  if (found === null) throw new Error('sca was never asked for this authorisation');
  return found;
}

/** Tells the owner of a parent what sca would tell it, without a PSU walking through the pages. */
export async function settleAs<Kind extends ScaParent['kind']>(
  services: TestServices,
  kind: Kind,
  authorisationId: string,
  psuId: string,
  more: { outcome?: ScaOutcome; signaturesNeeded?: number; grants?: object[]; contentHash?: string } = {},
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
