import { describe, expect, it } from 'vitest';
import { approvals, settlement } from '../test/fixtures.ts';
import { tally } from './tally.ts';

describe('an approval', () => {
  it('authorises the parent where no further signature is needed', () => {
    expect(tally(approvals({ signaturesNeeded: 1 }), settlement())).toMatchObject({
      verdict: 'authorised',
      set: { signedBy: ['psu-private'], signaturesNeeded: 1, 'authorisations.0.outcome': 'finalised' },
    });
  });

  it('authorises in part while other PSUs must sign', () => {
    expect(tally(approvals({ signaturesNeeded: 2 }), settlement()).verdict).toBe('partlyAuthorised');
  });

  it('needs as many signatures as the bank said, at the creation or at the sign-in, whichever is more', () => {
    expect(tally(approvals({ signaturesNeeded: 1 }), settlement({ signaturesNeeded: 2 })).verdict).toBe(
      'partlyAuthorised',
    );
    expect(tally(approvals({ signaturesNeeded: 2 }), settlement({ signaturesNeeded: 1 })).verdict).toBe(
      'partlyAuthorised',
    );
  });

  it('does not count twice for one PSU', () => {
    const before = approvals({ signaturesNeeded: 2, signedBy: ['psu-private'] });
    expect(tally(before, settlement()).verdict).toBe('notCounted');
  });

  it('is guarded by the signatures it was counted with', () => {
    expect(tally(approvals({ signedBy: ['psu-one'] }), settlement()).where).toEqual({
      'authorisations.0.id': 'authorisation-1',
      'authorisations.0.outcome': null,
      signedBy: ['psu-one'],
    });
  });

  it('without a PSU is refused: nobody could be kept from approving twice', () => {
    expect(() => tally(approvals(), settlement({ psu: undefined }))).toThrow(
      expect.objectContaining({ situation: 'fieldInvalid', path: 'psu' }) as Error,
    );
  });
});

describe('a settlement', () => {
  it('of a failed authorisation refuses the parent', () => {
    expect(tally(approvals(), settlement({ outcome: 'failed', psu: undefined }))).toMatchObject({
      verdict: 'refused',
      set: { 'authorisations.0.outcome': 'failed' },
    });
  });

  it('that comes again changes nothing', () => {
    const [started] = approvals().authorisations;
    const settled = approvals({ authorisations: started ? [{ ...started, outcome: 'finalised' }] : [] });
    expect(tally(settled, settlement())).toMatchObject({ verdict: 'settledBefore', set: {}, outcome: {} });
  });

  it.each([
    ['of an authorisation that the parent does not have', { authorisationId: 'authorisation-2' }],
    ['of other content than was approved', { contentHash: 'other' }],
  ])('%s is refused', (_, overrides) => {
    expect(() => tally(approvals(), settlement(overrides))).toThrow(
      expect.objectContaining({ situation: 'authorisationUnknown' }) as Error,
    );
  });

  it('is counted against the content of its own authorisation where that differs from the parent', () => {
    const [started] = approvals().authorisations;
    const own = approvals({ authorisations: started ? [{ ...started, contentHash: 'own' }] : [] });
    expect(tally(own, settlement({ contentHash: 'own' })).verdict).toBe('authorised');
    expect(() => tally(own, settlement())).toThrow();
  });

  it('moves the fields of a part of the parent where the approvals lie within it', () => {
    const { where, set } = tally(approvals(), settlement(), 'cancellation');
    expect(Object.keys(where)).toContain('cancellation.authorisations.0.outcome');
    expect(Object.keys(set).every((field) => field.startsWith('cancellation.'))).toBe(true);
  });
});
