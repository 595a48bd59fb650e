import type { PersonalData } from '@xs2a/service-kit';

export const PERSONAL_DATA: PersonalData = {
  stoppedTpps: { none: 'TPPs.' },
  tokenBuckets: { none: 'TPPs.' },
  signedRequests: { none: 'Hashes of requests of TPPs.' },
  statisticsMinutes: { none: 'Counts.' },
  statisticsDays: { none: 'Counts.' },
  psuInterfaceDays: { none: "Availability and times of the bank's interfaces." },
};
