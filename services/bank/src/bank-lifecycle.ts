import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { JOBS, type Jobs, METRICS, type Metrics, observe } from '@xs2a/service-kit';
import { CONTEXT } from './context.provider.ts';
import type { BankContext } from './context.ts';
import { accountsBehind, feedAccounts } from './feed/feed-account.ts';
import { bookPendingEntries } from './ledger/book-pending-entries.ts';
import { resumeBulks } from './orders/resume-bulks.ts';
import { resumeOrders } from './orders/resume-orders.ts';
import { seedSandbox } from './sandbox/seeding/seed-sandbox.ts';

const FEED_EVERY_MS = 1_000;
const TAKE_UP_EVERY_MS = 2_000;
const BOOK_PENDING_EVERY_MS = 60_000;
/** An order this old is not in hand any more: its transaction would have ended. */
const LEFT_BEHIND_AFTER_MS = 5_000;

/** From the loading of the sandbox, which readiness waits for, to the end of what is in hand. */
@Injectable()
export class BankLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(CONTEXT) private readonly context: BankContext,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(METRICS) private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await seedSandbox(this.context);
    const behind = async (): Promise<number> => (await accountsBehind(this.context)).length;
    observe(this.metrics, 'xs2a_bank_accounts_behind', 'Accounts whose feed is not acknowledged yet', behind);
    this.jobs.every('feedAccounts', FEED_EVERY_MS, () => feedAccounts(this.context));
    this.jobs.every('takeUpOrders', TAKE_UP_EVERY_MS, async () => {
      await resumeOrders(this.context, LEFT_BEHIND_AFTER_MS);
    });
    this.jobs.every('takeUpBulks', TAKE_UP_EVERY_MS, async () => {
      await resumeBulks(this.context, LEFT_BEHIND_AFTER_MS);
    });
    this.jobs.every('bookPendingEntries', BOOK_PENDING_EVERY_MS, () => bookPendingEntries(this.context));
  }

  async onModuleDestroy(): Promise<void> {
    await this.context.background.settled();
  }
}
