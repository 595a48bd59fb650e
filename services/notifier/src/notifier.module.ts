import { Module } from '@nestjs/common';
import { permittedHosts } from '@xs2a/contracts';
import { CLOCK, type Clock, CONFIG, counting, LOG, type Log, METRICS, type Metrics } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { NotifierConfig } from './config.ts';
import { Courier } from './delivery/notification-dispatcher.ts';
import { RESOLVE, type Resolve, resolveByDns } from './delivery/public-address.ts';
import { LANES, type Lane } from './model/delivery-queue.ts';
import { NotifierController } from './notifier.controller.ts';

@Module({
  controllers: [NotifierController],
  providers: [
    { provide: RESOLVE, useValue: resolveByDns },
    {
      provide: Courier,
      inject: [LANES.token, CONFIG, CLOCK, LOG, METRICS, RESOLVE],
      useFactory: (
        lanes: Collection<Lane>,
        config: NotifierConfig,
        now: Clock,
        log: Log,
        metrics: Metrics,
        resolve: Resolve,
      ) => {
        const sending = { config, permitted: permittedHosts(config), resolve };
        const count = counting(metrics, 'xs2a_notifications_total', 'Notifications by what became of them', 'outcome');
        return new Courier({ lanes, now, log, sending, count });
      },
    },
  ],
})
export class NotifierModule {}
