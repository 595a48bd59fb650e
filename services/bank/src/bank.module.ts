import { Module } from '@nestjs/common';
import { BankController } from './bank.controller.ts';
import { BankLife } from './bank-life.ts';
import { roomProvider } from './room.provider.ts';

@Module({ controllers: [BankController], providers: [roomProvider, BankLife] })
export class BankModule {}
