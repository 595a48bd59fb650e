import { Module } from '@nestjs/common';
import { AccountsController } from '../resources/accounts/accounts.controller.ts';
import { CardAccountsController } from '../resources/accounts/card-accounts.controller.ts';
import { BasketsController } from '../resources/baskets/baskets.controller.ts';
import { ConsentAuthorisationsController } from '../resources/consents/consent-authorisations.controller.ts';
import { ConsentsController } from '../resources/consents/consents.controller.ts';
import { FundsConsentsController } from '../resources/consents/funds-consents.controller.ts';
import { FundsController } from '../resources/funds/funds.controller.ts';
import { PaymentAuthorisationsController } from '../resources/payments/payment-authorisations.controller.ts';
import { PaymentsController } from '../resources/payments/payments.controller.ts';
import { VerificationsController } from '../resources/verifications/verifications.controller.ts';
import { TlsListener } from './tls-listener.ts';

@Module({
  controllers: [
    ConsentsController,
    FundsConsentsController,
    AccountsController,
    CardAccountsController,
    FundsController,
    VerificationsController,
    PaymentsController,
    ConsentAuthorisationsController,
    PaymentAuthorisationsController,
    BasketsController,
  ],
  providers: [TlsListener],
})
export class GatewayModule {}
