import { Module } from '@nestjs/common';
import { ConsentController } from './consent.controller.ts';

@Module({ controllers: [ConsentController] })
export class ConsentModule {}
