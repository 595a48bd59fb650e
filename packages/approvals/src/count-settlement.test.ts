import { describe, expect, it } from 'vitest';
import { approvals, settlement } from '../test/fixtures.ts';
import { countSettlement } from './count-settlement.ts';

describe('an approval', () => {
  it('authorises the parent if no further signature is needed', () => {
    expect(countSettlement(approvals({ signaturesNeeded: 1 }), settlement())).toMatchObject({
      verdict: 'authorised',
      set: { signedBy: ['psu-private'], signaturesNeeded: 1, 'authorisations.0.outcome': 'finalised' },
    });
  });

  it('authorises partly while other PSUs must sign', () => {
    expect(countSettlement(approvals({ signaturesNeeded: 2 }), settlement()).verdict).toBe('partlyAuthorised');
  });

  it('needs the number of signatures that the bank reported at the creation or at the sign-in, whichever is greater', () => {
    expect(countSettlement(approvals({ signaturesNeeded: 1 }), settlement({ signaturesNeeded: 2 })).verdict).toBe(
      'partlyAuthorised',
    );
    expect(countSettlement(approvals({ signaturesNeeded: 2 }), settlement({ signaturesNeeded: 1 })).verdict).toBe(
      'partlyAuthorised',
    );
  });

  it('counts once for one PSU', () => {
    const before = approvals({ signaturesNeeded: 2, signedBy: ['psu-private'] });
    expect(countSettlement(before, settlement()).verdict).toBe('notCounted');
  });

  it('is only written if the counted signatures are unchanged', () => {
    expect(countSettlement(approvals({ signedBy: ['psu-one'] }), settlement()).where).toEqual({
      'authorisations.0.id': 'authorisation-1',
      'authorisations.0.outcome': null,
      signedBy: ['psu-one'],
    });
  });

  it('without a PSU is refused, because approving twice could not be prevented', () => {
    expect(() => countSettlement(approvals(), settlement({ psu: undefined }))).toThrow(
      expect.objectContaining({ situation: 'fieldInvalid', path: 'psu' }) as Error,
    );
  });
});

describe('a settlement', () => {
  it('of a failed authorisation refuses the parent', () => {
    expect(countSettlement(approvals(), settlement({ outcome: 'failed', psu: undefined }))).toMatchObject({
      verdict: 'refused',
      set: { 'authorisations.0.outcome': 'failed' },
    });
  });

  it('that is repeated changes nothing', () => {
    const [started] = approvals().authorisations;
    const settled = approvals({ authorisations: started ? [{ ...started, outcome: 'finalised' }] : [] });
    expect(countSettlement(settled, settlement())).toMatchObject({ verdict: 'settledBefore', set: {}, outcome: {} });
  });

  it.each([
    ['of an authorisation that the parent does not have', { authorisationId: 'authorisation-2' }],
    ['of other content than was approved', { contentHash: 'other' }],
  ])('%s is refused', (_, overrides) => {
    expect(() => countSettlement(approvals(), settlement(overrides))).toThrow(
      expect.objectContaining({ situation: 'authorisationUnknown' }) as Error,
    );
  });

  it('is compared with the content of its own authorisation if that differs from the parent', () => {
    const [started] = approvals().authorisations;
    const own = approvals({ authorisations: started ? [{ ...started, contentHash: 'own' }] : [] });
    expect(countSettlement(own, settlement({ contentHash: 'own' })).verdict).toBe('authorised');
    expect(() => countSettlement(own, settlement())).toThrow();
  });

  it('changes the fields of the part of the parent that contains the approvals', () => {
    const { where, set } = countSettlement(approvals(), settlement(), 'cancellation');
    expect(Object.keys(where)).toContain('cancellation.authorisations.0.outcome');
    expect(Object.keys(set).every((field) => field.startsWith('cancellation.'))).toBe(true);
  });
});
