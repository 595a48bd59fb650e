import { command, type Group } from '../command/command.ts';
import { BUS, BUS_UNAVAILABLE } from '../command/common.ts';

const OPTIONS = {
  psu: { about: 'Its PSU-ID at the bank.', value: 'PSU-ID', required: true },
  account: {
    about: 'IBAN of an account that the bank no longer feeds; those that it feeds are found.',
    value: 'IBAN',
    several: true,
  },
  reason: { about: 'Why, for those who come after.', value: 'why', required: true },
  by: { about: 'Who decides; the current user of this machine if left out.', value: 'who' },
} as const;
const EXITS = {
  1: { means: 'a service refuses', next: 'Correct what the line names, and run it again: what is done stays done.' },
  3: BUS_UNAVAILABLE,
};

export const PSU: Group = {
  about: 'what is stored about one PSU: a report, and the erasure of what need not be kept',
  commands: {
    report: command({
      about: 'reports everything that is stored about a PSU, with purpose, source and term',
      details:
        'For a request for access (GDPR, Art. 15). Personal data: give it to nobody else. What the bank itself stores is not in it.',
      options: OPTIONS,
      examples: ['psu report --psu psu-private --reason "request of 28 November" --json > report.json'],
      variables: BUS,
      exits: EXITS,
      load: async () => (await import('./report.ts')).report,
    }),
    erase: command({
      about: 'says what an erasure would erase and keep, and with --apply erases it',
      details:
        'For a request for erasure (GDPR, Art. 17). What is open, and evidence whose term runs, is kept. An erasure that was cut off\nis continued by the next. Before it, let the bank stop to feed the accounts.',
      options: { ...OPTIONS, apply: { about: 'Erases it. Without it nothing is changed.' } },
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
