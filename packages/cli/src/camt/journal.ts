import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const JournalFile = z.record(z.string(), z.int().min(0));

/** Number of acknowledged entries per file, from which an interrupted import resumes. */
export interface Journal {
  entriesDone(sha256: string): number;
  note(sha256: string, entries: number): void;
}

/**
 * Opens a journal in a file. Without one, every import starts from the beginning, with the same result. Files are identified by
 * content. A journal belongs to one installation of the service.
 */
export function openJournal(file: string | undefined): Journal {
  if (file === undefined) return { entriesDone: () => 0, note: () => undefined };
  const known = new Map(Object.entries(existsSync(file) ? read(file) : {}));
  return {
    entriesDone: (sha256) => known.get(sha256) ?? 0,
    note(sha256, entries) {
      known.set(sha256, Math.max(entries, known.get(sha256) ?? 0));
      // Written to another file and renamed: an interruption leaves the old or the new journal.
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(known)));
      renameSync(`${file}.new`, file);
    },
  };
}

function read(file: string): Record<string, number> {
  try {
    return JournalFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new TypeError(`${file} is not a journal of this command.`, { cause: error });
  }
}
