import { command } from '../command/command.ts';
import { BUS_UNAVAILABLE, DATABASE_UNAVAILABLE, DATABASES } from '../command/common.ts';

export const RECONCILE = command({
  about: 'finds, and repairs, differences between the databases of the services',
  details: 'After a restore from backups, or on any day. One line for each difference.',
  options: {
    repair: { about: 'Repairs the differences that stored data can repair, and lists the others.' },
    'without-bank': { about: "Skips the sandbox bank's database, for an own bank connector." },
  },
  examples: ['reconcile', 'reconcile --repair'],
  variables: { ...DATABASES, NATS_URL: 'Address of the NATS server, for --repair, which needs running services.' },
  exits: {
    0: 'no difference remains',
    1: {
      means: 'a difference remains',
      next: 'xs2a reconcile --repair repairs what is repairable; docs/reconcile.md says of each kind what to do with the rest.',
    },
    3: {
      means: `${DATABASE_UNAVAILABLE.means}, or ${BUS_UNAVAILABLE.means}`,
      next: 'See that the databases run, for --repair the services too, and that MONGO_URL and NATS_URL name them.',
    },
  },
  load: async () => (await import('./reconcile.ts')).reconcile,
});
