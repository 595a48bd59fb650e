import { loadProfile } from '@xs2a/service-kit';
import { describe, expect, it } from 'vitest';
import { effectiveStatus } from './effective-status.ts';

const profile = loadProfile('hr-full');

describe('the status of a consent that not all PSUs have authorised (decision 17)', () => {
  it.each([
    ['in its window', '2026-12-31', '2026-11-26T08:00:00Z', '2026-11-26T07:59:00Z', 'received'],
    ['after its window', '2026-12-31', '2026-11-26T08:00:00Z', '2026-11-26T08:00:00Z', 'rejected'],
    [
      'after its window, and later after its last day too',
      '2026-11-26',
      '2026-11-26T08:00:00Z',
      '2027-01-01T08:00:00Z',
      'rejected',
    ],
    [
      'after its last day, which is that of Zagreb',
      '2026-11-26',
      '2026-11-27T08:00:00Z',
      '2026-11-26T23:00:00Z',
      'expired',
    ],
    [
      'after its last day, and later after its window too',
      '2026-11-26',
      '2026-11-27T08:00:00Z',
      '2026-11-28T08:00:00Z',
      'expired',
    ],
    [
      'after a window that ends with its last day',
      '2026-11-26',
      '2026-11-26T23:00:00Z',
      '2026-11-26T23:00:00Z',
      'expired',
    ],
    ['after its window, without a last day', undefined, '2026-11-26T08:00:00Z', '2026-11-26T08:00:00Z', 'rejected'],
  ] as const)('%s', (_, validUntil, authoriseUntil, at, status) => {
    const consent = { consentStatus: 'received' as const, validUntil, authoriseUntil: new Date(authoriseUntil) };
    expect(effectiveStatus(consent, new Date(at), profile)).toBe(status);
  });
});
