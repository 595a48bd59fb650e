import { Module } from '@nestjs/common';
import { PaymentsController } from './payments.controller.ts';

@Module({ controllers: [PaymentsController] })
export class PaymentsModule {}
