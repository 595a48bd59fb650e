import { command, type Group } from '../command/command.ts';

const OUT = { about: 'Folder for the keys.', value: 'folder', required: true } as const;

export const KEYS: Group = {
  about: 'creates the keys of services, and those of access tokens; existing keys stay',
  commands: {
    service: command({
      about: 'creates the keys with which services sign and seal their messages',
      details:
        'Writes service-keys.json with all public keys (SERVICE_KEYS_FILE), and <service>.private.json for each service\n(PRIVATE_KEYS_FILE).',
      options: {
        out: OUT,
        rotate: { about: 'Adds a new generation and keeps the previous one.' },
        without: {
          about: 'A service without keys, such as a bank connector whose messages stay in clear; may be repeated.',
          value: 'service',
          several: true,
        },
      },
      examples: ['keys service --out keys', 'keys service --out keys --without bank'],
      exits: {},
      load: async () => (await import('./service-keys.ts')).makeServiceKeys,
    }),
    token: command({
      about: 'creates the keys that sign access tokens',
      details:
        'Writes token-keys.json (TOKEN_KEYS_FILE of oauth): the key that signs, and the next one, which is published before it\nis used.',
      options: {
        out: OUT,
        rotate: {
          about:
            'Signs with the next key from now on, and adds another; the previous key is published until the next rotation.',
        },
      },
      examples: ['keys token --out keys'],
      exits: {},
      load: async () => (await import('./token-keys.ts')).makeTokenKeys,
    }),
  },
};
