import { repeatSettlement, type ScaParent } from '@xs2a/contracts';
import { byIds, type Checked, type Databases, type Difference, inBatches } from './difference.ts';

interface Started {
  id: string;
  outcome?: string;
}
interface Owned {
  _id: string;
  authorisations?: Started[];
  cancellation?: { authorisations?: Started[] };
}
interface Authorisation {
  _id: string;
  parent: ScaParent;
  scaStatus: string;
  outbox: { subject: string }[];
}

const ENDED = ['finalised', 'exempted', 'failed'];
const SETTLING = /\.settle/;

/** Databases and collections of the parents, by kind. */
const OWNERS: Readonly<Record<ScaParent['kind'], readonly [keyof Databases, string]>> = {
  payment: ['payments', 'payments'],
  cancellation: ['payments', 'payments'],
  basket: ['payments', 'baskets'],
  consent: ['consent', 'consents'],
  fundsConsent: ['consent', 'fundsConsents'],
};

/** Compares every authorisation of sca with the owner of its parent. */
export async function checkAuthorisations({ databases, settledBefore }: Checked): Promise<Difference[]> {
  const differences: Difference[] = [];
  const all = databases.sca
    .collection<Authorisation>('authorisations')
    .find({ 'history.0.at': { $lt: settledBefore } }, { projection: { parent: 1, scaStatus: 1, 'outbox.subject': 1 } });
  for await (const batch of inBatches(all)) {
    for (const [kind, [database, collection]] of Object.entries(OWNERS)) {
      const ofKind = batch.filter(({ parent }) => parent.kind === kind);
      const parents = await byIds<Owned>(
        databases[database],
        collection,
        ofKind.map(({ parent }) => parent.id),
      );
      for (const authorisation of ofKind) {
        const difference = compare(authorisation, parents.get(authorisation.parent.id));
        if (difference !== undefined) differences.push(difference);
      }
    }
  }
  return differences;
}

function compare({ _id, parent, scaStatus, outbox }: Authorisation, owned: Owned | undefined): Difference | undefined {
  const where = `sca/authorisations/${_id}`;
  if (owned === undefined)
    return { kind: 'authorisationWithoutParent', where, what: `${scaStatus}, of the ${parent.kind} ${parent.id}` };
  const started = (parent.kind === 'cancellation' ? owned.cancellation?.authorisations : owned.authorisations) ?? [];
  const known = started.find(({ id }) => id === _id);
  const isTold = !ENDED.includes(scaStatus) || known?.outcome !== undefined;
  if (isTold || outbox.some(({ subject }) => SETTLING.test(subject))) return undefined;
  const what = `${scaStatus}, of the ${parent.kind} ${parent.id}`;
  // The owner was restored to a time before the start: an approval that it does not know cannot be counted.
  if (known === undefined)
    return { kind: 'outcomeUnknown', where, what: `${what}, which does not know it was started` };
  return {
    kind: 'outcomeUnknown',
    where,
    what,
    // Only sca knows the outcome of an authorisation.
    repair: async ({ bus }) => void (await bus.ask(repeatSettlement, { authorisationId: _id })),
  };
}

/** Compares every approval that an owner counts with sca. */
export async function checkApprovals({ databases }: Checked): Promise<Difference[]> {
  const differences: Difference[] = [];
  const owners = new Map(Object.values(OWNERS).map((owner) => [owner.join('/'), owner]));
  for (const [name, [database, collection]] of owners) {
    const counted = databases[database]
      .collection<Owned>(collection)
      .find({ 'authorisations.outcome': { $in: ['finalised', 'exempted'] } }, { projection: { authorisations: 1 } });
    for await (const batch of inBatches(counted)) {
      const approved = batch.flatMap(({ _id, authorisations = [] }) =>
        authorisations
          .filter(({ outcome }) => outcome === 'finalised' || outcome === 'exempted')
          .map(({ id }) => ({ _id, id })),
      );
      const known = await byIds(
        databases.sca,
        'authorisations',
        approved.map(({ id }) => id),
      );
      for (const { _id, id } of approved.filter((one) => !known.has(one.id)))
        differences.push({
          kind: 'approvalWithoutAuthorisation',
          where: `${name}/${_id}`,
          what: `authorisation ${id}`,
        });
    }
  }
  return differences;
}
