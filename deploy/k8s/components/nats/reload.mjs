// Has nats-server read its files again (SIGHUP) when certificates or permissions have changed. It runs beside the server and
// sees its process. Files of a platform are replaced through links, so their content is compared.
import { readFileSync } from 'node:fs';

const { NATS_FILES = '', NATS_PID_FILE = '', NATS_LOOK_EVERY_MS = '10000' } = process.env;

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const contents = () => NATS_FILES.split(' ').map(contentOf).join();
let read = contents();
setInterval(() => {
  const now = contents();
  if (now === read) return;
  try {
    process.kill(Number(contentOf(NATS_PID_FILE)), 'SIGHUP');
    read = now;
    process.stdout.write('nats-server was told to read its files again\n');
  } catch (error) {
    process.stdout.write(`nats-server was not found: ${error.code}\n`);
  }
}, Number(NATS_LOOK_EVERY_MS));
process.on('SIGTERM', () => process.exit(0));
