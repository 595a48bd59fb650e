import { join } from 'node:path';
import { issueServerCertificate, writeSandboxCertificates } from '@xs2a/certificates';
import { writeIdentities, writeServiceKeys } from '@xs2a/service-kit';
import { identitiesOf } from './start-plan.ts';

const DAY_MS = 86_400_000;
const SERVER_DAYS = 365;

/** Creates the certificates, keys and identities of `npm start` below `.local`. Existing files stay. */
export async function writeLocalFiles(root: string): Promise<void> {
  const certificates = join(root, '.local', 'certs');
  await writeSandboxCertificates(certificates);
  const now = Date.now();
  const validity = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + SERVER_DAYS * DAY_MS) };
  await issueServerCertificate(certificates, ['localhost', '127.0.0.1', '::1'], validity);
  writeServiceKeys(join(root, '.local', 'keys'));
  writeIdentities(identitiesOf(root), { sandbox: true });
}
