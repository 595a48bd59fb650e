import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.ts';
import { CardAccountsController } from './card-accounts.controller.ts';
import { AccountsContext } from './context.ts';
import { FeedController } from './feed.controller.ts';

@Module({ controllers: [AccountsController, CardAccountsController, FeedController], providers: [AccountsContext] })
export class AccountsModule {}
