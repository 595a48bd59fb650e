import type { Settlement } from '@xs2a/contracts';
import type { Approvals } from '../src/index.ts';

/** Approvals with one authorisation and no signature. */
export function approvals(overrides: Partial<Approvals> = {}): Approvals & { contentHash: string } {
  const started = { id: 'authorisation-1', requestId: 'request-1', fingerprint: 'fingerprint' };
  return { contentHash: 'hash', authorisations: [started], signedBy: [], ...overrides };
}

/** An approval by `psu-private` for {@link approvals}. */
export function settlement(overrides: Partial<Settlement> = {}): Settlement {
  return {
    authorisationId: 'authorisation-1',
    parent: { kind: 'consent', id: 'consent-1' },
    outcome: 'finalised',
    contentHash: 'hash',
    psu: { psuId: 'psu-private', name: 'Ana Horvat' },
    ...overrides,
  };
}
