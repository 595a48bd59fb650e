import { Module } from '@nestjs/common';
import { BankController } from './bank.controller.ts';
import { BankLifecycle } from './bank-lifecycle.ts';
import { contextProvider } from './context.provider.ts';

@Module({ controllers: [BankController], providers: [contextProvider, BankLifecycle] })
export class BankModule {}
