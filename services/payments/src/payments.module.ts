import { Module } from '@nestjs/common';
import { BasketsController } from './baskets.controller.ts';
import { PaymentsController } from './payments.controller.ts';
import { PaymentsRoom } from './room.ts';

@Module({ controllers: [PaymentsController, BasketsController], providers: [PaymentsRoom] })
export class PaymentsModule {}
