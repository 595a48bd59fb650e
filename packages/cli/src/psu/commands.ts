import { command, type Group } from '../command/command.ts';
import { BUS, BUS_UNAVAILABLE } from '../command/common.ts';

const OPTIONS = {
  psu: { about: 'PSU-ID at the bank.', value: 'PSU-ID', required: true },
  account: {
    about: 'IBAN of an account that the bank no longer feeds; accounts in the feed are found without it.',
    value: 'IBAN',
    several: true,
  },
  reason: { about: 'Reason, for the record.', value: 'why', required: true },
  by: { about: 'Operator name; default: the current user of this machine.', value: 'who' },
} as const;
const EXITS = {
  1: { means: 'a service refuses', next: 'Correct what the line names, and run it again: what is done stays done.' },
  3: BUS_UNAVAILABLE,
};

export const PSU: Group = {
  about: 'data stored about one PSU: report, and erasure of data that need not be kept',
  commands: {
    report: command({
      about: 'reports all data stored about a PSU, with purpose, source and retention period',
      details:
        'For a request for access (GDPR, Art. 15). It contains personal data: give it only to this PSU. Data stored by the bank itself are not included.',
      options: OPTIONS,
      examples: ['psu report --psu psu-private --reason "request of 28 November" --json > report.json'],
      variables: BUS,
      exits: EXITS,
      load: async () => (await import('./report.ts')).report,
    }),
    erase: command({
      about: 'shows which data an erasure would erase and keep, and with --apply erases them',
      details:
        'For a request for erasure (GDPR, Art. 17). Open resources and evidence within its retention period are kept. The next run continues\nan interrupted erasure. Before it, the bank must stop feeding the accounts.',
      options: { ...OPTIONS, apply: { about: 'Erases the data. Without it nothing is changed.' } },
      examples: [
        'psu erase --psu psu-private --reason "request of 28 November"',
        'psu erase --psu psu-private --reason "request of 28 November" --apply',
      ],
      variables: BUS,
      exits: EXITS,
      load: async () => (await import('./erase.ts')).erase,
    }),
  },
};
