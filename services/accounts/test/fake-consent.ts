import {
  type Grant,
  type ReplyOf,
  type RequestOf,
  refersTo,
  type Situation,
  useConsent,
  Xs2aError,
} from '@xs2a/contracts';
import { type Bus, refusalMessage } from '@xs2a/service-kit';

const RIGHT_FOR = {
  details: 'accounts',
  balances: 'balances',
  transactions: 'transactions',
  transactionDetails: 'transactions',
} as const;

/** One consent, as the test wants it, and every use that was asked of it. */
export interface ConsentStandIn {
  psuId: string;
  grants: Grant[];
  /** The first day of entries that it lets be read. */
  earliestDay: string;
  refusal?: Situation;
  readonly uses: RequestOf<typeof useConsent>[];
}

/** Stands in for the consent service on the other end of the bus and speaks its contract; it does not count. */
export async function consentOf(bus: Bus, start: Omit<ConsentStandIn, 'uses'>): Promise<ConsentStandIn> {
  const consent: ConsentStandIn = { ...start, uses: [] };
  bus.connection.subscribe(useConsent.subject, {
    callback: (_, message) => {
      const use = useConsent.request.parse(message.json());
      consent.uses.push(use);
      try {
        message.respond(JSON.stringify(judge(consent, use)));
      } catch (error) {
        const { headers, payload } = refusalMessage(error as Xs2aError);
        message.respond(payload, { headers });
      }
    },
  });
  await bus.connection.flush();
  return consent;
}

function judge(
  { psuId, grants, earliestDay, refusal }: ConsentStandIn,
  { kind, account, oldest }: RequestOf<typeof useConsent>,
): ReplyOf<typeof useConsent> {
  if (refusal !== undefined) throw new Xs2aError(refusal);
  if (kind === 'list' || kind === 'cardList') return { psuId, grants, rights: [], earliestDay };
  const covering = account === undefined ? [] : grants.filter((grant) => refersTo(grant.account, account.reference));
  if (covering.length === 0) throw new Xs2aError('accountUnknown');
  const rights = covering.flatMap((grant) => grant.rights);
  if (!rights.includes(RIGHT_FOR[kind])) throw new Xs2aError('consentLacksRight');
  if (oldest !== undefined && oldest.day < earliestDay) throw new Xs2aError('periodInvalid', { path: oldest.path });
  return { psuId, grants, rights, earliestDay };
}
