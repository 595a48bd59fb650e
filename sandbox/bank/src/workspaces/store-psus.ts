import type { ClientSession } from 'mongodb';
import { workspacePassword } from '../access/workspace-key.ts';
import { hashPassword } from '../challenges/password-hash.ts';
import type { BankContext } from '../context.ts';
import type { Psu } from '../model/psu.ts';
import type { WorkspacePsu } from '../model/workspace.ts';
import { methodsOf } from '../sandbox/data/psus.ts';

/** Returns PSUs with the hashes of their passwords. Hashing takes time, so it is done before a transaction. */
export function withPasswords(psus: readonly WorkspacePsu[], key: string): Promise<Psu[]> {
  return Promise.all(
    psus.map(async ({ psuId, name, corporateId, methods }) => ({
      _id: psuId,
      name,
      ...(corporateId !== undefined && { corporateId }),
      blocked: false,
      scaMethods: methodsOf(methods),
      password: await hashPassword(workspacePassword(key, psuId)),
    })),
  );
}

export async function storePsus(
  { psus }: Pick<BankContext, 'psus'>,
  stored: readonly Psu[],
  session: ClientSession,
): Promise<void> {
  await psus.insertMany([...stored], { session });
}
