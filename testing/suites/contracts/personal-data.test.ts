import { SERVICE_NAMES } from '@xs2a/contracts';
import { KIT_COLLECTIONS, KIT_PERSONAL_DATA, type Service } from '@xs2a/service-kit';
import { describe, expect, it } from 'vitest';

const NAMES = SERVICE_NAMES.filter((name) => name !== 'bank');
const load = async (name: string): Promise<Service> => (await import(`@xs2a/${name}`)).service;

describe('what is stored about PSUs', () => {
  it.each(NAMES)('has a row for each collection of %s', async (name) => {
    const { collections, personalData = {} } = await load(name);
    expect(Object.keys(personalData).toSorted()).toEqual(collections.map((one) => one.name).toSorted());
  });

  it('has a row for each collection that every service has', () => {
    expect(Object.keys(KIT_PERSONAL_DATA).toSorted()).toEqual(KIT_COLLECTIONS.map((one) => one.name).toSorted());
  });

  it.each(NAMES)(
    'of %s is shown by fields that its documents have, and erased after a term only where there is one',
    async (name) => {
      const { collections, personalData = {} } = await load(name);
      for (const { name: collection, schema, retained } of collections) {
        const row = personalData[collection];
        if (row === undefined || !('shows' in row)) continue;
        const fields = 'shape' in schema ? Object.keys(schema.shape as object) : [];
        // Both kinds of consent have one list.
        const others = collection === 'consents' || collection === 'fundsConsents' ? OF_EITHER_CONSENT : [];
        expect([...fields, ...others]).toEqual(expect.arrayContaining([...row.shows]));
        if ('erase' in row)
          expect(row.erase.way === 'afterTerm').toBe(retained !== undefined && collection !== 'transactions');
        if ('erase' in row) expect(row.kept === undefined).toBe(retained !== undefined);
      }
    },
  );
});

const OF_EITHER_CONSENT = [
  'access',
  'grantedAccess',
  'grants',
  'model',
  'frequencyPerDay',
  'recurringIndicator',
  'uses',
  'content',
];
