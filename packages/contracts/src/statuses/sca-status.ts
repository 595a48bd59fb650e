import { z } from 'zod';
import { type Machine } from './state-machine.ts';

/** scaStatus of an authorisation or cancellation authorisation (Implementation Guidelines, SCA Status). */
export const ScaStatus = z.enum([
  'received',
  'psuIdentified',
  'psuAuthenticated',
  'scaMethodSelected',
  'started',
  'unconfirmed',
  'finalised',
  'failed',
  'exempted',
]);
export type ScaStatus = z.infer<typeof ScaStatus>;

export const SCA_STATUS_MACHINE = {
  received: {
    identified: 'psuIdentified',
    authenticated: 'psuAuthenticated',
    opened: 'started',
    failed: 'failed',
    exempted: 'exempted',
  },
  psuIdentified: {
    authenticated: 'psuAuthenticated',
    methodSelected: 'scaMethodSelected',
    opened: 'started',
    failed: 'failed',
  },
  // `opened`: approval is requested on the PSU's own device, whichever page or TPP took the first factor. `approved`: the sign-in
  // at the bank covered both factors.
  psuAuthenticated: {
    methodSelected: 'scaMethodSelected',
    opened: 'started',
    approved: 'finalised',
    exempted: 'exempted',
    failed: 'failed',
  },
  // `methodSelected` again: the PSU asked for a new code.
  scaMethodSelected: {
    methodSelected: 'scaMethodSelected',
    opened: 'started',
    approved: 'finalised',
    confirmationAwaited: 'unconfirmed',
    failed: 'failed',
  },
  started: {
    authenticated: 'psuAuthenticated',
    approved: 'finalised',
    confirmationAwaited: 'unconfirmed',
    failed: 'failed',
  },
  unconfirmed: { confirmed: 'finalised', failed: 'failed' },
  finalised: {},
  failed: {},
  exempted: {},
} as const satisfies Machine<ScaStatus>;

/**
 * Status after a final one if the owner of the parent did not count the approval, because the parent had ended or other content
 * was approved first (decision 6). No other event changes a final status.
 */
export const SCA_STATUS_CORRECTIONS = {
  finalised: { notCounted: 'failed' },
  exempted: { notCounted: 'failed' },
} as const satisfies Partial<Machine<ScaStatus>>;

/** Outcome of an authorisation, as reported to the owner of its parent. */
export const ScaOutcome = z.enum(['finalised', 'exempted', 'failed']);
export type ScaOutcome = z.infer<typeof ScaOutcome>;

export const ScaApproach = z.enum(['REDIRECT', 'DECOUPLED', 'EMBEDDED']);
export type ScaApproach = z.infer<typeof ScaApproach>;
