import { command } from '../command/command.ts';
import { DATABASE, DATABASE_UNAVAILABLE, DATABASES } from '../command/common.ts';

export const STATISTICS = command({
  about: 'prints the statistics of the interface (EBA/GL/2018/07), or stores those of the bank',
  details:
    'CSV, one line for each day and interface, as the gateway publishes it at /statistics. A file to import has the columns\ndate,interface,downtimeSeconds,pispMs,aispMs,cbpiiMs,errorPercent. A repeated day and interface replaces the stored figures.',
  options: {
    quarter: { about: 'Another quarter than the current one, or `previous`.', value: 'quarter' },
    payees: { about: 'The verifications of payees instead, from the database of payments.' },
    import: {
      about: "Stores the bank's figures of its own interfaces, which are published beside these.",
      value: 'file',
    },
  },
  examples: [
    'statistics --quarter 2026-Q4',
    'statistics --payees --quarter previous',
    'statistics --import figures.csv',
  ],
  variables: { ...DATABASES, ...DATABASE, PROFILE: 'Profile of the services.' },
  exits: { 3: DATABASE_UNAVAILABLE },
  load: async () => (await import('./publish.ts')).publish,
});
