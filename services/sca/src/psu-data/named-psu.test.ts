import { Xs2aError } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import type { Authorisation } from '../model/authorisation.ts';
import { expectedPsu, withNamedCompany } from './named-psu.ts';

const OPEN = {
  namedPsu: undefined,
  namedCompany: undefined,
  psu: undefined,
  signedBy: [],
  scaApproach: 'EMBEDDED',
  scaStatus: 'psuIdentified',
} as const satisfies Partial<Authorisation>;

function refusalOf(run: () => unknown): { situation?: string; path?: string | undefined } {
  try {
    run();
    return {};
  } catch (error) {
    if (!(error instanceof Xs2aError)) throw error;
    return { situation: error.situation, path: error.path };
  }
}

describe('the PSU that a TPP names', () => {
  it('must be named once, and stays the same', () => {
    expect(refusalOf(() => expectedPsu(OPEN, undefined))).toEqual({ situation: 'headerInvalid', path: 'PSU-ID' });
    const named = { ...OPEN, namedPsu: { psuId: 'ana' } };
    expect(expectedPsu(named, undefined).psuId).toBe('ana');
    const other = refusalOf(() => expectedPsu(named, { psuId: 'ivo' }));
    expect(other).toEqual({ situation: 'psuCredentialsInvalid', path: 'PSU-ID' });
  });

  it('must not have approved already', () => {
    const signed = { ...OPEN, signedBy: ['ana'] };
    expect(refusalOf(() => expectedPsu(signed, { psuId: 'ana' })).situation).toBe('signedAlready');
  });

  it('acts for the company that was named before', () => {
    expect(expectedPsu({ ...OPEN, namedCompany: 'corp-1' }, { psuId: 'ana' })).toEqual({
      psuId: 'ana',
      corporateId: 'corp-1',
    });
  });
});

describe('the company that a TPP names', () => {
  const authorisation = { namedCompany: undefined } as Partial<Authorisation> as Authorisation;

  it('stays the same once it was named', () => {
    const named = withNamedCompany(authorisation, 'corp-1');
    expect(named.namedCompany).toBe('corp-1');
    expect(withNamedCompany(named, undefined)).toEqual(named);
    const other = refusalOf(() => withNamedCompany(named, 'corp-2'));
    expect(other).toEqual({ situation: 'psuCredentialsInvalid', path: 'PSU-Corporate-ID' });
  });

  it('may be left out', () => {
    expect(withNamedCompany(authorisation, undefined)).toBe(authorisation);
  });
});
