import { command } from '../command/command.ts';

export const IDENTITIES = command({
  about: 'makes the identities of services, connector and commands on the bus and in MongoDB',
  details: `Writes <participant>.nkey (NATS_NKEY_FILE) and <user>.mongo-password (MONGO_PASSWORD_FILE), both secret. For the servers:
bus-authorization.conf, which nats.conf includes, and database-users.js for mongosh. What is there stays; run it again for
the permissions of a new version. It needs bus-keys.json only: seeds and passwords may lie elsewhere.`,
  options: {
    out: { about: 'Folder for the identities.', value: 'folder', required: true },
    sandbox: { about: 'Adds the operations of the sandbox bank.' },
    rotate: { about: 'Makes a new NKey and keeps the one before; several times.', value: 'participant', several: true },
  },
  examples: ['identities --out identities', 'identities --out identities --rotate gateway'],
  exits: {},
  load: async () => (await import('./make-identities.ts')).makeIdentities,
});
