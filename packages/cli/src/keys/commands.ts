import { command, type Group } from '../command/command.ts';

const OUT = { about: 'Folder for the keys.', value: 'folder', required: true } as const;

export const KEYS: Group = {
  about: 'makes the keys of services, and those of access tokens; keys that are there stay',
  commands: {
    service: command({
      about: 'makes the keys with which services sign and seal their messages',
      details:
        'Writes service-keys.json with all public keys (SERVICE_KEYS_FILE), and <service>.private.json for each service\n(PRIVATE_KEYS_FILE).',
      options: {
        out: OUT,
        rotate: { about: 'Adds a new generation and keeps the one before.' },
        without: {
          about: 'A service without keys, such as a bank connector whose messages stay in clear.',
          value: 'service',
          several: true,
        },
      },
      examples: ['keys service --out keys', 'keys service --out keys --without bank'],
      exits: {},
      load: async () => (await import('./service-keys.ts')).makeServiceKeys,
    }),
    token: command({
      about: 'makes the keys that sign access tokens',
      details:
        'Writes token-keys.json (TOKEN_KEYS_FILE of oauth): the key that signs, and the next one, which is published before it\nis used.',
      options: {
        out: OUT,
        rotate: {
          about: 'Lets the next one sign, and adds another; the one before is published until the next rotation.',
        },
      },
      examples: ['keys token --out keys'],
      exits: {},
      load: async () => (await import('./token-keys.ts')).makeTokenKeys,
    }),
  },
};
