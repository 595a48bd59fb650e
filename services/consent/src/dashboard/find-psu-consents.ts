import {
  type findPsuConsents as findOperation,
  type PsuConsent,
  type ReplyOf,
  type RequestOf,
  type readPsuConsent as readOperation,
  Xs2aError,
} from '@xs2a/contracts';
import { searchFilter } from '@xs2a/service-kit';
import type { Collection, Filter } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import type { ConsentRecord } from '../model/consent-record.ts';
import { filterEffectivelyValid } from '../model/effective-status.ts';
import { filterConsentsOfPsu } from '../model/filter-consents-of-psu.ts';
import { accountConsentView, fundsConsentView } from './psu-consent-view.ts';
import { recentAccesses } from './recent-accesses.ts';

interface ConsentOrderKey {
  readonly _id: string;
  readonly authorisedAt: Date;
}

/** Fields that the PSU's search covers, besides the names of its accounts. */
const TEXTS = ['tppName', 'tppId'];
const ACCOUNT_FIELDS = ['iban', 'bban', 'maskedPan', 'msisdn'];

/** Returns a page of the consents of both kinds that a PSU granted, alone or with others, newest first. */
export async function findPsuConsents(
  context: ConsentContext,
  request: RequestOf<typeof findOperation>,
): Promise<ReplyOf<typeof findOperation>> {
  await context.attendedUses.flush();
  const { count, ids } = await findPage(context, request);
  const [ofAccounts, ofFunds] = await Promise.all([
    context.consents.find({ _id: { $in: ids } }).toArray(),
    context.fundsConsents.find({ _id: { $in: ids } }).toArray(),
  ]);
  const views = new Map<string, PsuConsent>([
    ...ofAccounts.map((consent) => [consent._id, accountConsentView(context, consent)] as const),
    ...ofFunds.map((consent) => [consent._id, fundsConsentView(context, consent)] as const),
  ]);
  return { count, consents: ids.map((id) => views.get(id)).filter((view) => view !== undefined) };
}

/** Returns the ids of a page from both collections: of the other consents only the time of approval is read, for sorting. */
async function findPage(
  { consents, fundsConsents, now, profile }: ConsentContext,
  { ended, search, page, size, ...owner }: RequestOf<typeof findOperation>,
): Promise<{ count: number; ids: string[] }> {
  const valid = filterEffectivelyValid(now(), profile);
  const matching = <T extends ConsentRecord>(
    collection: Collection<T>,
    accounts: string,
  ): Promise<ConsentOrderKey[]> => {
    const accountFields = ACCOUNT_FIELDS.map((field) => `${accounts}.${field}`);
    const searched = searchFilter(search, { texts: TEXTS, accounts: accountFields });
    const found = { $and: [filterConsentsOfPsu(owner), ended ? { $nor: [valid] } : valid, searched] } as Filter<T>;
    return collection.find<ConsentOrderKey>(found, { projection: { authorisedAt: 1 } }).toArray();
  };
  const all = (await Promise.all([matching(consents, 'grants.account'), matching(fundsConsents, 'accounts')])).flat();
  all.sort((one, other) => other.authorisedAt.getTime() - one.authorisedAt.getTime() || (one._id < other._id ? -1 : 1));
  return { count: all.length, ids: all.slice((page - 1) * size, page * size).map(({ _id }) => _id) };
}

/** Returns one consent with the reads under it. A consent of another PSU is treated as unknown. */
export async function readPsuConsent(
  context: ConsentContext,
  { consentId, ...owner }: RequestOf<typeof readOperation>,
): Promise<ReplyOf<typeof readOperation>> {
  await context.attendedUses.flush();
  const find = <T extends ConsentRecord>(collection: Collection<T>): Promise<T | null> =>
    collection.findOne<T>({ $and: [{ _id: consentId }, filterConsentsOfPsu(owner)] } as Filter<T>);
  const ofAccounts = await find(context.consents);
  if (ofAccounts !== null) {
    const accesses = await recentAccesses(context, consentId);
    return { consent: accountConsentView(context, ofAccounts), accesses };
  }
  const ofFunds = await find(context.fundsConsents);
  if (ofFunds === null) throw new Xs2aError('resourceUnknown');
  return { consent: fundsConsentView(context, ofFunds) };
}
