import { permittedHosts } from '@xs2a/contracts';
import { addCounter, type Clock, type Kit } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { NotifierConfig } from './config.ts';
import { NotificationDispatcher } from './delivery/notification-dispatcher.ts';
import { resolveByDns } from './delivery/public-address.ts';
import { DELIVERY_QUEUES, type DeliveryQueue } from './model/delivery-queue.ts';

/** Dependencies of the notifier's use cases. */
export interface NotifierContext {
  readonly queues: Collection<DeliveryQueue>;
  readonly now: Clock;
  readonly dispatcher: NotificationDispatcher;
}

export function createContext({
  collection,
  config,
  metrics,
  now,
  log,
  tracing,
}: Kit<NotifierConfig>): NotifierContext {
  const queues = collection(DELIVERY_QUEUES);
  const delivery = { config, permitted: permittedHosts(config), resolve: resolveByDns };
  const count = addCounter(metrics, 'xs2a_notifications_total', 'Notifications by what became of them', 'outcome');
  return { queues, now, dispatcher: new NotificationDispatcher({ queues, now, log, tracing, delivery, count }) };
}
