import { command } from '../command/command.ts';

export const IDENTITIES = command({
  about: 'creates the identities of services, connector and commands on the bus and in MongoDB',
  details: `Writes <participant>.nkey (NATS_NKEY_FILE) and <user>.mongo-password (MONGO_PASSWORD_FILE), both secret. For the servers:
bus-authorization.conf, which nats.conf includes, and database-users.js for mongosh. Existing identities stay; run it again
for the permissions of a new version. It needs only bus-keys.json: seeds and passwords may be stored elsewhere.`,
  options: {
    out: { about: 'Folder for the identities.', value: 'folder', required: true },
    sandbox: { about: 'Adds the operations of the sandbox bank.' },
    rotate: {
      about: 'Creates a new NKey and keeps the previous one; may be repeated.',
      value: 'participant',
      several: true,
    },
  },
  examples: ['identities --out identities', 'identities --out identities --rotate gateway'],
  exits: {},
  load: async () => (await import('./make-identities.ts')).makeIdentities,
});
