import { Module } from '@nestjs/common';
import { ConsentController } from './consent.controller.ts';
import { FundsConsentController } from './funds-consent.controller.ts';
import { ConsentRoom } from './room.ts';

@Module({ controllers: [ConsentController, FundsConsentController], providers: [ConsentRoom] })
export class ConsentModule {}
