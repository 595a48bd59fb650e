import { existsSync } from 'node:fs';
import { TestAuthority, type TppCertificateOptions } from '../test-authority/test-authority.ts';
import { readPair, sandboxFiles, writePair } from './sandbox-files.ts';
import { SANDBOX_TPPS } from './sandbox-tpps.ts';

/** A developer's own certificate besides those of the sandbox. */
export type DeveloperCertificateOrder = Omit<TppCertificateOptions, 'qcType'> & { readonly kind: 'qwac' | 'qseal' };

const QC_TYPES = { qwac: 'web', qseal: 'seal' } as const;

/**
 * Issues a certificate with any roles and validity from the sandbox's test authority. Returns the paths of certificate and key;
 * files with the same name are replaced. Throws a `RangeError` for the identifier of a sandbox TPP, and if there is no test
 * authority yet.
 */
export async function issueDeveloperCertificate(folder: string, { kind, ...order }: DeveloperCertificateOrder) {
  const { authority, tpp } = sandboxFiles(folder);
  const id = order.organizationIdentifier;
  if (SANDBOX_TPPS.has(id))
    throw new RangeError(`${id} is a TPP of the sandbox, and its certificates cannot be replaced`);
  if (!existsSync(authority.certificate))
    throw new RangeError('there is no test authority yet: run `npm run xs2a -- certificates sandbox`');
  const issuer = await TestAuthority.of(readPair(authority));
  const files = tpp(id, kind);
  writePair(files, await issuer.issueTpp({ ...order, qcType: QC_TYPES[kind] }));
  return files;
}
