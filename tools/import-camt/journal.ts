import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const JournalFile = z.record(z.string(), z.int().min(0));

/** How many entries of which file were acknowledged, so that a command that was killed goes on where it was. */
export interface Journal {
  entriesDone(sha256: string): number;
  note(sha256: string, entries: number): void;
}

/**
 * The journal in a file; without one every import starts from the beginning, which is slower and changes nothing else. It
 * knows files by their content, and belongs to one system: another one has none of it.
 */
export function openJournal(file: string | undefined): Journal {
  if (file === undefined) return { entriesDone: () => 0, note: () => undefined };
  const known = new Map(Object.entries(existsSync(file) ? read(file) : {}));
  return {
    entriesDone: (sha256) => known.get(sha256) ?? 0,
    note(sha256, entries) {
      known.set(sha256, Math.max(entries, known.get(sha256) ?? 0));
      // Written beside it and renamed: a kill leaves the old one or the new one.
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(known)));
      renameSync(`${file}.new`, file);
    },
  };
}

function read(file: string): Record<string, number> {
  try {
    return JournalFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new TypeError(`${file} is no journal of this command.`, { cause: error });
  }
}
