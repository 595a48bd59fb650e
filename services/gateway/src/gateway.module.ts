import { Module } from '@nestjs/common';
import { BUS, type Bus, CLOCK, type Clock, CONFIG, LOG, type Log } from '@xs2a/service-kit';
import { AccountsController } from './accounts.controller.ts';
import { AuthorisationAnswers } from './authorisation-answers.ts';
import { BasketsController } from './baskets.controller.ts';
import { CardAccountsController } from './card-accounts.controller.ts';
import { TrustFiles } from './certificates/trust-files.ts';
import type { GatewayConfig } from './config.ts';
import { ConsentAuthorisationsController } from './consent-authorisations.controller.ts';
import { ConsentsController } from './consents.controller.ts';
import { FundsController } from './funds.controller.ts';
import { FundsConsentsController } from './funds-consents.controller.ts';
import { Links } from './links.ts';
import { PasswordKeys } from './password-keys.ts';
import { PaymentAuthorisationsController } from './payment-authorisations.controller.ts';
import { PaymentsController } from './payments.controller.ts';
import { RequestRate } from './rate/request-rate.ts';
import { RequestsAtOnce } from './rate/requests-at-once.ts';
import { StopListController } from './stop-list/stop-list.controller.ts';
import { StopList } from './stop-list/stop-list.ts';
import { TlsListener } from './tls-listener.ts';

@Module({
  controllers: [
    ConsentsController,
    FundsConsentsController,
    AccountsController,
    CardAccountsController,
    FundsController,
    PaymentsController,
    ConsentAuthorisationsController,
    PaymentAuthorisationsController,
    BasketsController,
    StopListController,
  ],
  providers: [
    TlsListener,
    StopList,
    RequestRate,
    RequestsAtOnce,
    {
      provide: TrustFiles,
      inject: [CONFIG, LOG, CLOCK],
      useFactory: (config: GatewayConfig, log: Log, now: Clock) => TrustFiles.open(config, log, now),
    },
    {
      provide: AuthorisationAnswers,
      inject: [BUS, Links],
      useFactory: (bus: Bus, links: Links) => new AuthorisationAnswers(bus, links),
    },
    { provide: PasswordKeys, inject: [BUS], useFactory: (bus: Bus) => new PasswordKeys(bus) },
    {
      provide: Links,
      inject: [CONFIG, PasswordKeys],
      useFactory: (config: GatewayConfig, keys: PasswordKeys) => new Links(config.PORTAL_URL, keys),
    },
  ],
})
export class GatewayModule {}
