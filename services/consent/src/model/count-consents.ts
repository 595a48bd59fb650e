import { addLabelledCounter, type Metrics, watchStatus } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { Consent } from './consent.ts';
import type { FundsConsent } from './funds-consent.ts';

/** Counts the statuses that consents reach, by requested access. */
export function countConsents(
  { consents, fundsConsents }: { consents: Collection<Consent>; fundsConsents: Collection<FundsConsent> },
  metrics: Metrics,
): void {
  const help = 'Consents that reached a status, by model; confirmation-of-funds consents are a model of their own';
  const count = addLabelledCounter(metrics, 'xs2a_consents_total', help, ['model', 'status']);
  watchStatus(consents, ({ model }, { from, to }) => {
    if (from !== to) count({ model, status: to });
  });
  watchStatus(fundsConsents, (_, { from, to }) => {
    if (from !== to) count({ model: 'fundsConfirmation', status: to });
  });
}
