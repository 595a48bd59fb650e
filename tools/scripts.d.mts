export interface Row {
  readonly about?: string;
  /** The file that Node runs, or `program`, which the shell runs. */
  readonly file?: string;
  readonly program?: string;
  readonly flags?: string;
  readonly build?: 'commands' | 'bundles' | 'published';
  readonly needs: readonly string[];
  /** Arguments of the short form that runs among all long tests. */
  readonly short?: readonly string[];
  /** Arguments before those of the command line. */
  readonly given?: readonly string[];
  /** Rows that are chosen by the first argument. */
  readonly names?: Readonly<Record<string, Row>>;
}

export const SUITES: Readonly<Record<string, Row>>;
export const SCRIPTS: Readonly<Record<string, Row>>;
export function findRow(words: readonly string[]): { row: Row; args: string[] } | { refusal: string };
export function namesOf(script: string): string;
export function programOf(row: Row): string;
export function commandOf(row: Row): string;
