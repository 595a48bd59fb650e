// Has nats-server read its files again (SIGHUP) when certificates or permissions have changed. It runs beside the server and
// sees its process. Files of a platform are replaced through links, so their content is compared.
import { readFileSync } from 'node:fs';

const { NATS_FILES = '', NATS_PID_FILE = '', NATS_CHECK_EVERY_MS = '10000' } = process.env;

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const contents = () => NATS_FILES.split(' ').map(contentOf).join();
// The server may have read other contents than there are now: it reloads at the first look too.
let read;
setInterval(() => {
  const now = contents();
  const pid = Number(contentOf(NATS_PID_FILE));
  // Without a file it is 0, which means this process and its group.
  if (now === read || pid === 0) return;
  try {
    process.kill(pid, 'SIGHUP');
    read = now;
    process.stdout.write('nats-server was told to read its files again\n');
  } catch (error) {
    process.stdout.write(`nats-server was not found: ${error.code}\n`);
  }
}, Number(NATS_CHECK_EVERY_MS));
process.on('SIGTERM', () => process.exit(0));
