import { command } from '../command/command.ts';
import { DATABASE, DATABASE_UNAVAILABLE } from '../command/common.ts';

export const STATISTICS = command({
  about: 'prints the statistics of the interface (EBA/GL/2018/07), or stores those of the bank',
  details:
    'CSV, one line for each day and interface, as the gateway publishes it at /statistics. A file to import has the columns\ndate,interface,downtimeSeconds,pispMs,aispMs,cbpiiMs,errorPercent. A repeated day and interface replaces the stored figures.',
  options: {
    quarter: { about: 'Another quarter than the current one, or `previous`.', value: 'quarter' },
    import: {
      about: "Stores the bank's figures of its own interfaces, which are published beside these.",
      value: 'file',
    },
  },
  examples: ['statistics --quarter 2026-Q4', 'statistics --import figures.csv'],
  variables: { ...DATABASE, PROFILE: 'Profile of the services.' },
  exits: { 3: DATABASE_UNAVAILABLE },
  load: async () => (await import('./publish.ts')).publish,
});
