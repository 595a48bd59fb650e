import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { FeedTransaction } from '@xs2a/contracts';
import { readStatements, XmlRefusal } from '@xs2a/iso20022';
import type { Progress } from '../command/command.ts';

/** Number of entries between two progress messages. */
const SHOWN_EVERY = 1_000;

export interface CheckedFile {
  readonly sha256: string;
  readonly statements: number;
  readonly entries: number;
}

/** Validates a whole file against its schema, and each entry against the contract of the feed. */
export async function checkFile(
  file: string,
  { timeZone, progress }: { timeZone: string; progress: Progress },
): Promise<CheckedFile> {
  const bytes = await readFile(file);
  let statements = 0;
  let entries = 0;
  for await (const part of readStatements(bytes, timeZone)) {
    if (part.kind === 'statement') statements++;
    if (part.kind !== 'entry') continue;
    entries++;
    if (entries % SHOWN_EVERY === 0) progress(`checking, ${entries} entries`);
    const issue = part.entry && FeedTransaction.safeParse(part.entry).error?.issues[0];
    if (issue)
      throw new XmlRefusal(`cannot be imported: ${issue.path.join('.')} ${issue.message}`, { path: part.path });
  }
  return { sha256: sha256Of(bytes), statements, entries };
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
