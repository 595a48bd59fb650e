import { command, type Group } from '../command/command.ts';

export const CONNECTOR: Group = {
  about: 'checks a bank connector, in any language',
  commands: {
    check: command({
      about: 'checks a bank connector, in any language, against its contract',
      details:
        'It replaces the XS2A service: nothing else may run on the bus, and the bank must be a test bank, because it\nmakes payments. Without options for the bus it uses the variables of the services.',
      options: {
        facts: { about: 'Test data of the bank.', value: 'file.yaml', required: true },
        nats: { about: 'Address of the NATS server instead of NATS_URL.', value: 'url' },
        creds: { about: 'Credentials on the bus.', value: 'file' },
        nkey: { about: 'NKey on the bus.', value: 'file' },
        user: { about: 'User on the bus.', value: 'name:password' },
        keys: {
          about:
            'Folder of `xs2a keys service`, for a connector that has keys: the check signs and seals as the service does.',
          value: 'folder',
        },
        only: { about: 'Runs only these checks, separated by commas.', value: 'ids', default: '' },
      },
      examples: ['connector check --facts my-bank.yaml --nats nats://127.0.0.1:4222'],
      exits: {
        0: 'every rule holds',
        1: {
          means: 'a rule is broken',
          next: 'docs/bank-connector.md has each rule. Correct the connector, restart it, and run the check again, or a part of it by --only.',
        },
        3: { means: 'no NATS server answers', next: 'See that it runs, and that --nats or NATS_URL is its address.' },
      },
      load: async () => (await import('./check.ts')).checkConnector,
    }),
  },
};
