import type { ScaStatus, ScaStep } from '@xs2a/contracts';

/** The page that a PSU sees in each scaStatus. */
export const PAGE_STEP: Record<ScaStatus, ScaStep> = {
  received: 'authentication',
  psuIdentified: 'authentication',
  started: 'deviceApproval',
  psuAuthenticated: 'methodSelection',
  scaMethodSelected: 'transactionAuthorisation',
  unconfirmed: 'result',
  finalised: 'result',
  exempted: 'result',
  failed: 'result',
};
