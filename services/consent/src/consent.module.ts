import { Module } from '@nestjs/common';
import { ConsentController } from './consent.controller.ts';
import { ConsentContext } from './context.ts';
import { FundsConsentController } from './funds-consent.controller.ts';

@Module({ controllers: [ConsentController, FundsConsentController], providers: [ConsentContext] })
export class ConsentModule {}
