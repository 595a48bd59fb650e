// Makes the identities of services, connector and commands on the bus and in MongoDB (docs/identities.md):
//   npm run identities -- --out <folder> [--sandbox] [--rotate <participant>]
// Writes <participant>.nkey (NATS_NKEY_FILE) and <user>.mongo-password (MONGO_PASSWORD_FILE), both secret. For the servers:
// bus-authorization.conf, which nats.conf includes, and database-users.js for mongosh. What is there stays; run it again for
// the permissions of a new version. It needs bus-keys.json only: seeds and passwords may lie elsewhere.
// `--sandbox` adds the operations of the sandbox bank. `--rotate` makes a new NKey and keeps the one before; it may be repeated.
import { PARTICIPANTS, type Participant } from '@xs2a/contracts';
import { writeIdentities } from '@xs2a/service-kit';
import { readArguments } from './command/read-arguments.ts';

const { values } = readArguments(import.meta.filename, {
  options: {
    out: { type: 'string' },
    sandbox: { type: 'boolean', default: false },
    rotate: { type: 'string', multiple: true, default: [] },
  },
});
const { out, sandbox, rotate } = values;
const isParticipant = (name: string): name is Participant => (PARTICIPANTS as readonly string[]).includes(name);
const unknown = rotate.find((name) => !isParticipant(name));
if (out === undefined || unknown !== undefined) {
  const known = PARTICIPANTS.join(', ');
  process.stderr.write(
    out === undefined
      ? '--out is needed: the folder for the identities.\n'
      : `--rotate: there is no participant ${unknown}; there are ${known}.\n`,
  );
  process.exitCode = 2;
} else {
  const renewed = writeIdentities(out, { sandbox, rotate: rotate.filter(isParticipant) });
  const news = renewed.length === 0 ? 'Everybody has an identity.' : `New: ${renewed.join(', ')}.`;
  process.stdout.write(`${news} See ${out}.\n`);
}
