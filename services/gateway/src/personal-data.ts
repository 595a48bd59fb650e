import type { PersonalData } from '@xs2a/service-kit';

export const PERSONAL_DATA: PersonalData = {
  stoppedTpps: { none: 'Contains data of TPPs only.' },
  tokenBuckets: { none: 'Contains data of TPPs only.' },
  signedRequests: { none: 'Contains hashes of requests of TPPs.' },
  statisticsMinutes: { none: 'Contains counts only.' },
  statisticsDays: { none: 'Contains counts only.' },
  psuInterfaceDays: { none: "Contains the availability and times of the bank's interfaces." },
};
