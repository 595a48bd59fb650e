import { join } from 'node:path';
import { writeSandboxCertificates } from '@xs2a/certificates';

/** Makes or renews the test certificates of the sandbox. */
const folder = join(import.meta.dirname, '..', '.local', 'certs');
const made = await writeSandboxCertificates(folder);
console.log(made ? 'Test certificates were made in .local/certs' : 'Test certificates in .local/certs are in order');
