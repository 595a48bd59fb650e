import { command, type Group } from '../command/command.ts';

export const CONFORMANCE: Group = {
  about: 'checks a running instance against the published interface',
  commands: {
    run: command({
      about: 'checks a running instance from outside, as a TPP that knows only its address',
      arguments: {
        subject: {
          about:
            '`obstacles` walks the checklist of obstacles to TPPs alone; if absent, every check of the interface runs.',
          optional: true,
        },
      },
      options: {
        url: { about: 'Address of the instance.', value: 'url', default: 'http://localhost:8080' },
        profile: { about: 'Profile of the instance: a preset or a file.', value: 'profile', default: 'hr-full' },
        portal: { about: 'Address of the portal, where PSUs approve.', value: 'url' },
        facts: { about: 'Test data of the bank.', value: 'file.yaml' },
        out: { about: 'Folder for the reports, one of them in JSON.', value: 'folder', default: '.local/conformance' },
        'tls-certificate': { about: 'Certificate of the TPP.', value: 'file' },
        'tls-key': { about: 'Private key of this certificate.', value: 'file' },
        'tls-authority': { about: 'Certificate authority of the instance.', value: 'file' },
        'tls-url': { about: 'Address for mutual TLS.', value: 'url' },
        certificates: { about: 'Folder of the sandbox with other test certificates.', value: 'folder' },
        'receiver-port': { about: 'Port on which the check receives notifications.', value: 'port' },
        groups: { about: 'Runs only these groups of checks, separated by commas.', value: 'groups' },
        'long-reports': { about: 'The account has a report longer than reportEntriesMax; its download is tested.' },
      },
      examples: [
        'conformance run --url http://localhost:8080 --profile hr-full',
        'conformance run obstacles --url http://localhost:8080 --portal http://localhost:8090',
      ],
      exits: {
        0: 'no check failed, no rule on obstacles is violated',
        1: {
          means: 'a check failed, or a rule is violated',
          next: 'The reports show what was sent and answered. --groups runs the checks of one subject again.',
        },
        3: {
          means: 'nobody answers at the address',
          next: 'See that the instance runs, and that --url is its address; here, `npm start` runs one.',
        },
      },
      load: async () => (await import('./check-instance.ts')).checkInstance,
    }),
  },
};
