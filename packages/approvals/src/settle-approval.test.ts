import { freshDatabaseName, testServers } from '@xs2a/test-kit';
import { type Collection, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvals, settlement } from '../test/fixtures.ts';
import type { Approvals } from './approvals.ts';
import type { Tally } from './count-settlement.ts';
import { type Settleable, settleApproval } from './settle-approval.ts';

type Resource = Approvals & { _id: string; contentHash: string; status: string };

let client: MongoClient;
let collection: Collection<Resource>;
beforeAll(async () => {
  client = await MongoClient.connect(testServers().mongoUrl);
  collection = client.db(freshDatabaseName('approvals')).collection('resources');
});
afterAll(() => client.close());

async function stored(overrides: Partial<Resource> = {}): Promise<Resource> {
  const resource = { _id: crypto.randomUUID(), status: 'received', ...approvals(), ...overrides };
  await collection.insertOne(resource);
  return resource;
}

const of = ({ _id }: Resource) => settlement({ parent: { kind: 'consent', id: _id } });

/** The owner of a resource, with one guarded write for each transition. */
function owner(overrides: Partial<Settleable<Resource>> = {}): Settleable<Resource> {
  const move =
    (status: string) =>
    async (document: Resource, { where, set }: Tally) =>
      collection.findOneAndUpdate(
        { ...where, _id: document._id },
        { $set: { ...set, status } },
        { returnDocument: 'after' },
      );
  return {
    collection,
    approvalsOf: (document) => document,
    isOpen: ({ status }) => status === 'received',
    counts: () => true,
    refuse: move('rejected'),
    approve: (document, event, tally) => move(event)(document, tally),
    ...overrides,
  };
}

describe('the settlement of an authorisation', () => {
  it('changes the resource once, however often it is reported', async () => {
    const resource = await stored();
    const first = await settleApproval(of(resource), owner());
    expect(first).toMatchObject({ moved: true, document: { status: 'authorised', signedBy: ['psu-private'] } });
    const again = await settleApproval(of(resource), owner());
    expect(again).toEqual({ moved: false, document: first.document, reply: { counted: true } });
  });

  it('counts two PSUs who approve at the same moment, each once', async () => {
    const started = (id: string) => ({ id, requestId: id, fingerprint: 'fingerprint' });
    const resource = await stored({ signaturesNeeded: 2, authorisations: [started('one'), started('two')] });
    const twoSteps = owner({ isOpen: ({ status }) => status !== 'authorised' });
    await Promise.all(
      ['one', 'two'].map((id) =>
        settleApproval({ ...of(resource), authorisationId: id, psu: { psuId: `psu-${id}`, name: id } }, twoSteps),
      ),
    );
    const after = await collection.findOne({ _id: resource._id });
    expect(after).toMatchObject({ status: 'authorised' });
    expect(after?.signedBy.toSorted()).toEqual(['psu-one', 'psu-two']);
  });

  it('does not change a resource that ended otherwise', async () => {
    const resource = await stored({ status: 'expired' });
    expect(await settleApproval(of(resource), owner())).toEqual({
      moved: false,
      document: resource,
      reply: { counted: false },
    });
  });

  it('stores the outcome of an approval without effect, but no signature', async () => {
    const resource = await stored();
    const { document } = await settleApproval(of(resource), owner({ counts: () => false }));
    expect(document).toMatchObject({ status: 'received', signedBy: [] });
    expect(document.authorisations[0]?.outcome).toBe('finalised');
  });

  it('only stores the outcome if the approval comes too late', async () => {
    const resource = await stored();
    const { document } = await settleApproval(of(resource), owner({ approve: async () => 'notCounted' }));
    expect(document).toMatchObject({ status: 'received', signedBy: [] });
    expect(document.authorisations[0]?.outcome).toBe('finalised');
  });

  it('is repeated by its sender if every attempt lost against another writer', async () => {
    const resource = await stored();
    await expect(settleApproval(of(resource), owner({ approve: async () => null }))).rejects.toMatchObject({
      situation: 'serviceUnavailable',
    });
  });

  it('is refused for a resource that does not exist', async () => {
    await expect(settleApproval(settlement(), owner())).rejects.toMatchObject({ situation: 'authorisationUnknown' });
  });
});
