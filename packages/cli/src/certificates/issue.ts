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
import type { CommandEnvironment, Result } from '../command/command.ts';
import { UnusableArguments, unusableIfThrown } from '../command/refusals.ts';

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

interface IssueArguments {
  readonly organizationIdentifier: string;
  readonly roles: string;
  readonly kind: string;
  readonly key: string | undefined;
  readonly name: string | undefined;
  readonly hosts: string | undefined;
  readonly days: string;
  readonly from: string | undefined;
}

const folderOf = ({ local }: CommandEnvironment): string => join(local, 'certs');

/** Result with the created files, relative to the working directory. */
function toFilesResult(files: Readonly<Record<string, string>>): Result {
  const near = Object.entries(files).map(([name, file]) => [name, relative(process.cwd(), file)] as const);
  return { text: near.map(([, file]) => file).join('\n'), document: Object.fromEntries(near) };
}

export async function issueSandboxCertificates(_: object, environment: CommandEnvironment): Promise<Result> {
  const isIssued = await writeSandboxCertificates(folderOf(environment));
  const text = isIssued
    ? 'Test certificates were issued in .local/certs'
    : 'Test certificates in .local/certs are valid';
  return { text, document: { folder: folderOf(environment), isIssued } };
}

export async function issueTppCertificate(asked: IssueArguments, environment: CommandEnvironment): Promise<Result> {
  const order = read(Order, asked);
  await writeSandboxCertificates(folderOf(environment));
  const { certificate, key } = await issueDeveloperCertificate(folderOf(environment), order);
  return toFilesResult({ certificate, key });
}

export async function issueForServer(
  asked: { readonly names: string; readonly days: string },
  environment: CommandEnvironment,
): Promise<Result> {
  const { names, days } = read(ServerOrder, asked);
  await writeSandboxCertificates(folderOf(environment));
  const now = Date.now();
  const validity = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + days * DAY_MS) };
  const { certificate, key, both, authority } = await issueServerCertificate(folderOf(environment), names, validity);
  return toFilesResult({ certificate, key, both, authority });
}

export async function revokeCertificate(
  { file }: { readonly file: string },
  environment: CommandEnvironment,
): Promise<Result> {
  await unusableIfThrown(() => revokeDeveloperCertificate(folderOf(environment), file));
  return { text: `${file} is on the revocation list`, document: { file } };
}

/** Parses arguments. The error has one line for each invalid one. */
function read<T>(schema: z.ZodType<T>, asked: object): T {
  const parsed = schema.safeParse(asked);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UnusableArguments(lines.join('\n'));
}
