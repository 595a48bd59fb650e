import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { JOBS, type Jobs, METRICS, type Metrics, observe } from '@xs2a/service-kit';
import { bookPendingEntries } from './book-pending-entries.ts';
import { accountsBehind, feedAccounts } from './feed-account.ts';
import { ROOM } from './room.provider.ts';
import type { Room } from './room.ts';
import { seedSandbox } from './seed-sandbox.ts';
import { takeUpBulks } from './take-up-bulks.ts';
import { takeUpOrders } from './take-up-orders.ts';

const FEED_EVERY_MS = 1_000;
const TAKE_UP_EVERY_MS = 2_000;
const BOOK_PENDING_EVERY_MS = 60_000;
/** An order this old is not in hand any more: its transaction would have ended. */
const LEFT_BEHIND_AFTER_MS = 5_000;

/** From the loading of the sandbox, which readiness waits for, to the end of what is in hand. */
@Injectable()
export class BankLife implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(ROOM) private readonly room: Room,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(METRICS) private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await seedSandbox(this.room);
    const behind = async (): Promise<number> => (await accountsBehind(this.room)).length;
    observe(this.metrics, 'xs2a_bank_accounts_behind', 'Accounts whose feed is not acknowledged yet', behind);
    this.jobs.every('feedAccounts', FEED_EVERY_MS, () => feedAccounts(this.room));
    this.jobs.every('takeUpOrders', TAKE_UP_EVERY_MS, async () => {
      await takeUpOrders(this.room, LEFT_BEHIND_AFTER_MS);
    });
    this.jobs.every('takeUpBulks', TAKE_UP_EVERY_MS, async () => {
      await takeUpBulks(this.room, LEFT_BEHIND_AFTER_MS);
    });
    this.jobs.every('bookPendingEntries', BOOK_PENDING_EVERY_MS, () => bookPendingEntries(this.room));
  }

  async onModuleDestroy(): Promise<void> {
    await this.room.background.settled();
  }
}
