import { Module } from '@nestjs/common';
import { CONFIG } from '@xs2a/service-kit';
import { AccountsController } from './accounts.controller.ts';
import { CardAccountsController } from './card-accounts.controller.ts';
import type { GatewayConfig } from './config.ts';
import { ConsentsController } from './consents.controller.ts';
import { FundsController } from './funds.controller.ts';
import { FundsConsentsController } from './funds-consents.controller.ts';
import { Links } from './links.ts';
import { PaymentsController } from './payments.controller.ts';

@Module({
  controllers: [
    ConsentsController,
    FundsConsentsController,
    AccountsController,
    CardAccountsController,
    FundsController,
    PaymentsController,
  ],
  providers: [
    { provide: Links, inject: [CONFIG], useFactory: (config: GatewayConfig) => new Links(config.PORTAL_URL) },
  ],
})
export class GatewayModule {}
