// Issues test certificates. They are valid in the sandbox only:
//   npm run certs                                 those of the sandbox, if missing or about to expire
//   npm run certs -- issue <organizationIdentifier> --roles AISP,PISP,PIISP [--kind qwac|qseal] [--key ec|rsa]
//     [--name <organisation>] [--hosts tpp.example,…] [--days <valid for>] [--from <date>]
//   npm run certs -- revoke <certificate file>
//   npm run certs -- server --names nats.xs2a.svc,nats,127.0.0.1 [--days <valid for>]   for a server or a client of any names
// `--days 30 --from 2026-01-01` issues an expired one. All are in .local/certs. A running gateway reloads the revocation
// list by itself.
import { join, relative } from 'node:path';
import {
  type DeveloperCertificateOrder,
  issueDeveloperCertificate,
  issueServerCertificate,
  revokeDeveloperCertificate,
  writeSandboxCertificates,
} from '@xs2a/certificates';
import { TppRole } from '@xs2a/contracts';
import { z } from 'zod';
import { readArguments } from './command/read-arguments.ts';

const FOLDER = join(import.meta.dirname, '..', '.local', 'certs');
const DAY_MS = 86_400_000;

const listOf = (text: string): string[] => text.split(',').filter((part) => part !== '');

const Order = z
  .object({
    organizationIdentifier: z
      .string()
      .regex(/^PSD[A-Z]{2}-[A-Z]{2,8}-[A-Za-z0-9]{1,60}$/, 'must have the form PSDHR-HNB-12345'),
    roles: z.string().transform(listOf).pipe(z.array(TppRole).min(1)),
    kind: z.enum(['qwac', 'qseal']).default('qwac'),
    key: z.enum(['ec', 'rsa']).optional(),
    name: z.string().min(1).max(64).optional(),
    hosts: z.string().transform(listOf).optional(),
    days: z.coerce.number().int().min(1).max(3_650).default(365),
    from: z.iso.date().optional(),
  })
  .transform(
    ({
      from,
      days,
      hosts,
      key,
      organizationIdentifier,
      name = organizationIdentifier,
      ...order
    }): DeveloperCertificateOrder => {
      const notBefore = new Date(from ?? Date.now() - DAY_MS);
      const notAfter = new Date(notBefore.getTime() + days * DAY_MS);
      const names = hosts?.[0] === undefined ? {} : { commonName: hosts[0], dnsNames: hosts };
      return {
        ...order,
        organizationIdentifier,
        name,
        notBefore,
        notAfter,
        ...names,
        ...(key !== undefined && { key }),
      };
    },
  );

const ServerOrder = z.object({
  names: z
    .string()
    .transform(listOf)
    .pipe(z.tuple([z.string()], z.string())),
  days: z.coerce.number().int().min(1).max(3_650).default(365),
});

const { values, positionals } = readArguments(import.meta.filename, {
  options: {
    roles: { type: 'string' },
    kind: { type: 'string' },
    key: { type: 'string' },
    name: { type: 'string' },
    hosts: { type: 'string' },
    names: { type: 'string' },
    days: { type: 'string' },
    from: { type: 'string' },
  },
  allowPositionals: true,
});

async function sandbox(): Promise<string> {
  const made = await writeSandboxCertificates(FOLDER);
  return made ? 'Test certificates were issued in .local/certs' : 'Test certificates in .local/certs are valid';
}

const WORDS = new Map<string | undefined, (what: string | undefined) => Promise<string>>([
  [undefined, sandbox],
  [
    'issue',
    async (organizationIdentifier) => {
      const order = Order.parse({ ...values, organizationIdentifier });
      await sandbox();
      const { certificate, key } = await issueDeveloperCertificate(FOLDER, order);
      return [certificate, key].map((file) => relative(process.cwd(), file)).join('\n');
    },
  ],
  [
    'server',
    async () => {
      const { names, days } = ServerOrder.parse(values);
      await sandbox();
      const now = Date.now();
      const validity = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + days * DAY_MS) };
      const { certificate, key, both, authority } = await issueServerCertificate(FOLDER, names, validity);
      return [certificate, key, both, authority].map((file) => relative(process.cwd(), file)).join('\n');
    },
  ],
  [
    'revoke',
    async (file = '') => {
      await revokeDeveloperCertificate(FOLDER, file);
      return `${file} is on the revocation list`;
    },
  ],
]);

/** One line for each invalid argument. */
function faultsOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return `${(error as Error).message}\n`;
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}\n`).join('');
}

const [word, what, ...others] = positionals;
const run = WORDS.get(word);
if (run === undefined || others.length > 0) {
  process.stderr.write('use no command, `issue`, `server` or `revoke`; see --help\n');
  process.exitCode = 2;
} else {
  try {
    process.stdout.write(`${await run(what)}\n`);
  } catch (error) {
    process.stderr.write(faultsOf(error));
    process.exitCode = 2;
  }
}
