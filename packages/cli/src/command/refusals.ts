import { SettingsRefusal } from '@xs2a/service-kit';

/** Arguments that contradict each other, or name an unusable file. */
export class UnusableArguments extends Error {
  override readonly name = 'UnusableArguments';
}

/** The object does not exist, or the change is not possible. */
export class NotDone extends Error {
  override readonly name = 'NotDone';
}

export function isFileError(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  return error instanceof Error && 'path' in error && 'code' in error && typeof error.path === 'string';
}

/** Runs work that uses the arguments. Reports any error as wrong arguments. */
export async function unusableIfThrown<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusableArguments || isFileError(error)) throw error;
    const lines = error instanceof SettingsRefusal ? error.faults.map(({ text }) => text) : [(error as Error).message];
    throw new UnusableArguments(lines.join('\n'), { cause: error });
  }
}
