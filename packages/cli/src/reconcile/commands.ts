import { command } from '../command/command.ts';
import { BUS_AWAY, DATABASES, JSON_OPTION } from '../command/common.ts';

export const RECONCILE = command({
  about: 'finds, and repairs, what the databases of the services disagree on',
  details: 'After a restore from backups, or on any day. One line for each difference.',
  options: {
    repair: { about: 'Repairs what can be repaired from what is stored, and names the rest.' },
    'without-bank': { about: "A bank connector of your own: leaves out the sandbox bank's database." },
    ...JSON_OPTION,
  },
  examples: ['reconcile', 'reconcile --repair'],
  variables: { ...DATABASES, NATS_URL: 'Address of the NATS server, for --repair, which needs running services.' },
  exits: { 0: 'nothing is left', 1: 'something is left', 3: `the database does not answer, or ${BUS_AWAY}` },
  load: async () => (await import('./reconcile.ts')).reconcile,
});
