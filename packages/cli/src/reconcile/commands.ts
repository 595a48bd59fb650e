import { command } from '../command/command.ts';
import { BUS_UNAVAILABLE, DATABASE_UNAVAILABLE, DATABASES } from '../command/common.ts';

export const RECONCILE = command({
  about: 'finds, and repairs, what the databases of the services disagree on',
  details: 'After a restore from backups, or on any day. One line for each difference.',
  options: {
    repair: { about: 'Repairs what can be repaired from what is stored, and names the rest.' },
    'without-bank': { about: "A bank connector of your own: leaves out the sandbox bank's database." },
  },
  examples: ['reconcile', 'reconcile --repair'],
  variables: { ...DATABASES, NATS_URL: 'Address of the NATS server, for --repair, which needs running services.' },
  exits: {
    0: 'nothing is left',
    1: {
      means: 'something is left',
      next: 'xs2a reconcile --repair repairs what is repairable; docs/reconcile.md says of each kind what to do with the rest.',
    },
    3: {
      means: `${DATABASE_UNAVAILABLE.means}, or ${BUS_UNAVAILABLE.means}`,
      next: 'See that the databases run, for --repair the services too, and that MONGO_URL and NATS_URL name them.',
    },
  },
  load: async () => (await import('./reconcile.ts')).reconcile,
});
