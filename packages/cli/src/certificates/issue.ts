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
import type { Place } from '../command/command.ts';
import { print } from '../command/common.ts';
import { UnusableArguments } from '../command/unusable-arguments.ts';

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

interface OrderAsked {
  readonly organizationIdentifier: string;
  readonly roles: string;
  readonly kind: string;
  readonly key: string | undefined;
  readonly name: string | undefined;
  readonly hosts: string | undefined;
  readonly days: string;
  readonly from: string | undefined;
}

const folderOf = ({ local }: Place): string => join(local, 'certs');
const printFiles = (...files: string[]): void => print(files.map((file) => relative(process.cwd(), file)).join('\n'));

export async function sandbox(_: object, place: Place): Promise<undefined> {
  const made = await writeSandboxCertificates(folderOf(place));
  print(made ? 'Test certificates were issued in .local/certs' : 'Test certificates in .local/certs are valid');
}

export async function issue(asked: OrderAsked, place: Place): Promise<undefined> {
  const order = read(Order, asked);
  await sandbox({}, place);
  const { certificate, key } = await issueDeveloperCertificate(folderOf(place), order);
  printFiles(certificate, key);
}

export async function server(
  asked: { readonly names: string; readonly days: string },
  place: Place,
): Promise<undefined> {
  const { names, days } = read(ServerOrder, asked);
  await sandbox({}, place);
  const now = Date.now();
  const validity = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + days * DAY_MS) };
  const { certificate, key, both, authority } = await issueServerCertificate(folderOf(place), names, validity);
  printFiles(certificate, key, both, authority);
}

export async function revoke({ file }: { readonly file: string }, place: Place): Promise<undefined> {
  try {
    await revokeDeveloperCertificate(folderOf(place), file);
  } catch (error) {
    throw new UnusableArguments((error as Error).message);
  }
  print(`${file} is on the revocation list`);
}

/** One line for each invalid argument. */
function read<T>(schema: z.ZodType<T>, asked: object): T {
  const parsed = schema.safeParse(asked);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UnusableArguments(lines.join('\n'));
}
