import { createHash, type Hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { FeedTransaction } from '@xs2a/contracts';
import { checkStream, readStatements, STATEMENT_PARTS, streamXml, XmlRefusal } from '@xs2a/iso20022';
import type { Progress } from './progress.ts';

export interface CheckedFile {
  readonly sha256: string;
  readonly statements: number;
  readonly entries: number;
}

/** Validates a whole file against its schema, and each entry against the contract of the feed, part by part. */
export async function checkFile(
  file: string,
  { timeZone, progress }: { timeZone: string; progress: Progress },
): Promise<CheckedFile> {
  const hash = createHash('sha256');
  const parts = streamXml(bytesOf(file, { hash, progress }), STATEMENT_PARTS);
  let statements = 0;
  let entries = 0;
  for await (const part of readStatements(checkStream(parts, STATEMENT_PARTS), timeZone)) {
    if (part.kind === 'statement') statements++;
    if (part.kind !== 'entry') continue;
    entries++;
    const issue = part.entry && FeedTransaction.safeParse(part.entry).error?.issues[0];
    if (issue)
      throw new XmlRefusal(`cannot be imported: ${issue.path.join('.')} ${issue.message}`, { path: part.path });
  }
  return { sha256: hash.digest('hex'), statements, entries };
}

/** Streams a file, hashing it and reporting progress. */
export async function* bytesOf(
  file: string,
  { hash, progress }: { hash: Hash; progress?: Progress },
): AsyncGenerator<Uint8Array, void, undefined> {
  const { size } = statSync(file);
  let read = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
    read += chunk.length;
    progress?.show(`checking, ${Math.floor((read * 100) / size)} %`);
  }
}
