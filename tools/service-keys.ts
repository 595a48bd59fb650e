// Makes the keys with which services sign and seal their messages (docs/security.md):
//   npm run service-keys -- --out <folder> [--rotate] [--without <service>]
// Writes service-keys.json with all public keys (SERVICE_KEYS_FILE), and <service>.private.json for each service
// (PRIVATE_KEYS_FILE). Keys that are there stay. `--rotate` adds a new generation and keeps the one before.
// `--without bank` is for a bank connector that has no keys: its messages stay in clear.
import { KEY_HOLDERS, writeServiceKeys } from '@xs2a/service-kit';
import { readArguments } from './command/read-arguments.ts';

const { values } = readArguments(import.meta.filename, {
  options: {
    out: { type: 'string' },
    rotate: { type: 'boolean', default: false },
    without: { type: 'string', multiple: true, default: [] },
  },
});
const { out, rotate, without } = values;
const unknown = without.find((service) => !(KEY_HOLDERS as readonly string[]).includes(service));
if (out === undefined || unknown !== undefined) {
  process.stderr.write(
    out === undefined ? '--out is needed: the folder for the keys.\n' : `--without: there is no service ${unknown}.\n`,
  );
  process.exitCode = 2;
} else {
  const services = KEY_HOLDERS.filter((service) => !without.includes(service));
  const renewed = writeServiceKeys(out, services, { rotate });
  const news = renewed.length === 0 ? 'Every service has its keys.' : `New keys: ${renewed.join(', ')}.`;
  process.stdout.write(`${news} See ${out}.\n`);
}
