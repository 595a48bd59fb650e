import { existsSync } from 'node:fs';
import { readPair, sandboxFiles, writePair } from './sandbox-files.ts';
import { SANDBOX_TPPS } from './sandbox-tpps.ts';
import { TestAuthority, type TppOrder } from './test-authority.ts';

/** A pair that a developer wants besides those of the sandbox. */
export type PairOrder = Omit<TppOrder, 'qcType'> & { readonly kind: 'qwac' | 'qseal' };

const QC_TYPES = { qwac: 'web', qseal: 'seal' } as const;

/**
 * Issues a certificate with any roles and validity by the sandbox's test authority, into its folder; gives the two files.
 * What is there under the same name is replaced. Throws a `RangeError` for the name of a TPP of the sandbox, and where
 * there is no authority yet.
 */
export async function issueByHand(folder: string, { kind, ...order }: PairOrder) {
  const { authority, tpp } = sandboxFiles(folder);
  const id = order.organizationIdentifier;
  if (SANDBOX_TPPS.has(id)) throw new RangeError(`${id} is a TPP of the sandbox: its certificates stay as they are`);
  if (!existsSync(authority.certificate)) throw new RangeError('there is no test authority yet: run `npm run certs`');
  const issuer = await TestAuthority.of(readPair(authority));
  const files = tpp(id, kind);
  writePair(files, await issuer.issueTpp({ ...order, qcType: QC_TYPES[kind] }));
  return files;
}
