import { SettingsRefusal } from '@xs2a/service-kit';

/** Arguments that contradict each other, or a file that they name and that is of no use. */
export class UnusableArguments extends Error {
  override readonly name = 'UnusableArguments';
}

/** A thing that is not there, or a change that cannot be made. */
export class NotDone extends Error {
  override readonly name = 'NotDone';
}

export function isFileError(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  return error instanceof Error && 'path' in error && 'code' in error && typeof error.path === 'string';
}

/** Work on what the arguments name: where it fails they are wrong. */
export async function unusableIfThrown<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusableArguments || isFileError(error)) throw error;
    const lines = error instanceof SettingsRefusal ? error.faults.map(({ text }) => text) : [(error as Error).message];
    throw new UnusableArguments(lines.join('\n'), { cause: error });
  }
}
