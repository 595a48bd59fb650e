import type { Db } from 'mongodb';
import type { Checked, Difference } from './difference.ts';

interface Feed {
  _id: string;
  announced: boolean;
  sequence: number;
  version: number;
  standingOrdersVersion?: number;
}
interface Account {
  bankAccountId: string;
  details?: object;
  balances?: { version: number };
  standingOrders?: { version: number };
}

/** Compares the accounts that the sandbox bank regards as acknowledged with those that accounts has. */
export async function checkFeed({ databases: { bank, accounts } }: Checked): Promise<Difference[]> {
  const differences: Difference[] = [];
  for await (const feed of bank.collection<Feed>('feeds').find()) {
    const account = await accounts.collection<Account>('accounts').findOne({ bankAccountId: feed._id });
    const missing = await missingOf(feed, account, { bank, accounts });
    if (missing === undefined) continue;
    differences.push({
      kind: 'feedAhead',
      where: `bank/feeds/${feed._id}`,
      what: `accounts has not ${missing}`,
      // The bank then sends everything again. Existing data is replaced by the same.
      repair: async () => {
        const anew = {
          $set: { announced: false, sequence: 0, version: 0 },
          $unset: { standingOrdersVersion: 1 },
        } as const;
        await bank.collection<Feed>('feeds').updateOne({ _id: feed._id }, anew);
      },
    });
  }
  return differences;
}

async function missingOf(
  { _id, announced, sequence, version, standingOrdersVersion = 0 }: Feed,
  account: Account | null,
  { bank, accounts }: { bank: Db; accounts: Db },
): Promise<string | undefined> {
  if (announced && account?.details === undefined) return 'the account';
  if (version > (account?.balances?.version ?? 0)) return 'its balances';
  if (standingOrdersVersion > (account?.standingOrders?.version ?? 0)) return 'its standing orders';
  const [newest] = await bank
    .collection<{ _id: string }>('entries')
    .find({ ledgerAccountId: _id, sequence: { $lte: sequence } })
    .sort({ sequence: -1 })
    .limit(1)
    .toArray();
  if (newest === undefined) return undefined;
  const fed = await accounts.collection('transactions').findOne({ bankAccountId: _id, bankReference: newest._id });
  return fed === null ? `its entry ${newest._id}` : undefined;
}

interface Consent {
  _id: string;
  grants: { account: { iban?: string; maskedPan?: string } }[];
}

/** Checks that the accounts of every valid consent exist in accounts. */
export async function checkGrants({ databases: { consent, accounts } }: Checked): Promise<Difference[]> {
  const differences: Difference[] = [];
  const known = new Set<string>();
  for await (const { details } of accounts
    .collection<{ details?: { reference: Consent['grants'][number]['account'] } }>('accounts')
    .find()) {
    const { iban, maskedPan } = details?.reference ?? {};
    for (const name of [iban, maskedPan]) if (name !== undefined) known.add(name);
  }
  const valid = consent
    .collection<Consent>('consents')
    .find({ consentStatus: 'valid' } as never, { projection: { grants: 1 } });
  for await (const { _id, grants } of valid) {
    const unknown = grants.filter(({ account: { iban, maskedPan } }) => {
      const name = iban ?? maskedPan;
      return name !== undefined && !known.has(name);
    });
    // No account number in the report, because it may be kept as a log.
    if (unknown.length > 0)
      differences.push({
        kind: 'consentOnUnknownAccount',
        where: `consent/consents/${_id}`,
        what: `${unknown.length} of ${grants.length} accounts`,
      });
  }
  return differences;
}
