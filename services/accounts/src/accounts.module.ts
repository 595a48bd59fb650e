import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.ts';
import { CardAccountsController } from './card-accounts.controller.ts';
import { FeedController } from './feed.controller.ts';
import { AccountsRoom } from './room.ts';

@Module({ controllers: [AccountsController, CardAccountsController, FeedController], providers: [AccountsRoom] })
export class AccountsModule {}
