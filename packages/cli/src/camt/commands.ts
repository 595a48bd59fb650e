import { command, type Group } from '../command/command.ts';

export const CAMT: Group = {
  about: 'feeds accounts from statements, for a bank without an event feed',
  commands: {
    import: command({
      about: 'imports camt statements into accounts',
      details: 'Each file is checked completely before any of it is sent. Repeating an import changes nothing.',
      arguments: { files: { about: 'camt files.', several: true } },
      options: {
        nats: { about: 'Address of the NATS server instead of NATS_URL.', value: 'url' },
        accounts: { about: 'Accounts with their owners.', value: 'file.json' },
        journal: {
          about: 'Records the imported entries, so that a later run continues from there.',
          value: 'file.json',
        },
        check: { about: 'Checks the files, and sends nothing.' },
        'time-zone': { about: 'Time zone of dates without offset.', value: 'zone', default: 'Europe/Zagreb' },
        patience: { about: 'Maximum waiting time for the service.', value: 'seconds', default: '30' },
      },
      examples: ['camt import --accounts accounts.json statement.xml'],
      exits: {
        0: 'everything was imported',
        1: {
          means: 'a file was refused',
          next: 'Correct the file, and run the same command again: what was imported before changes nothing.',
        },
        3: {
          means: 'the service is not available',
          next: 'See that the NATS server and accounts run; the same command then continues, with --journal where it stopped.',
        },
      },
      load: async () => (await import('./import-camt.ts')).importCamt,
    }),
  },
};
