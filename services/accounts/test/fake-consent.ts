import {
  type AccessQuota,
  type Grant,
  type ReplyOf,
  type RequestOf,
  refersTo,
  type Situation,
  useConsent,
  Xs2aError,
} from '@xs2a/contracts';
import { type Bus, refusalMessage } from '@xs2a/service-kit';

const NEEDED_RIGHT = {
  details: 'accounts',
  balances: 'balances',
  transactions: 'transactions',
  transactionDetails: 'transactions',
  trustedBeneficiaries: 'trustedBeneficiaries',
} as const;

/** A consent configured by the test, and all its uses. */
export interface FakeConsent {
  psuId: string;
  /** Complete, as in replies of consent: the first grant that refers to an account has all rights on it. */
  grants: Grant[];
  /** The first day whose entries may be read. */
  earliestDay: string;
  refusal?: Situation;
  accessQuota?: AccessQuota;
  readonly uses: RequestOf<typeof useConsent>[];
}

/** Answers `useConsent` instead of the consent service. Does not count accesses. */
export async function serveFakeConsent(bus: Bus): Promise<FakeConsent> {
  const consent: FakeConsent = { psuId: '', grants: [], earliestDay: '', uses: [] };
  bus.connection.subscribe(useConsent.subject, {
    callback: (_, message) => {
      const use = useConsent.request.parse(message.json());
      consent.uses.push(use);
      try {
        message.respond(JSON.stringify(answer(consent, use)));
      } catch (error) {
        const { headers, payload } = refusalMessage(error as Xs2aError);
        message.respond(payload, { headers });
      }
    },
  });
  await bus.connection.flush();
  return consent;
}

function answer(
  { psuId, grants, earliestDay, refusal, accessQuota }: FakeConsent,
  { kind, account, oldest }: RequestOf<typeof useConsent>,
): ReplyOf<typeof useConsent> {
  if (refusal !== undefined) throw new Xs2aError(refusal);
  if (kind === 'list' || kind === 'cardList') return { psuId, grants, rights: [], earliestDay };
  const grant = account && grants.find((each) => refersTo(each.account, account.reference));
  if (grant === undefined) throw new Xs2aError('accountUnknown');
  const { rights } = grant;
  if (!rights.includes(NEEDED_RIGHT[kind])) throw new Xs2aError('consentLacksRight');
  if (oldest !== undefined && oldest.day < earliestDay) throw new Xs2aError('periodInvalid', { path: oldest.path });
  return { psuId, grants, rights, earliestDay, ...(accessQuota && { accessQuota }) };
}
