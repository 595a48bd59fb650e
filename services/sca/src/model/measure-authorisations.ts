import { isFinal, SCA_STATUS_MACHINE } from '@xs2a/contracts';
import { addLifetimeHistogram, type Metrics, secondsOf, watchStatus } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { Authorisation } from './authorisation.ts';

/** Counts authorisations by outcome, and measures the time from their start to it. */
export function measureAuthorisations(authorisations: Collection<Authorisation>, metrics: Metrics): void {
  const observe = addLifetimeHistogram(
    metrics,
    'xs2a_authorisation_final_seconds',
    'Time from the start of an authorisation to its end',
    ['approach', 'outcome'],
  );
  watchStatus(authorisations, ({ scaApproach, scaStatus, history }) => {
    if (isFinal(SCA_STATUS_MACHINE, scaStatus))
      observe({ approach: scaApproach, outcome: scaStatus }, secondsOf(history));
  });
}
