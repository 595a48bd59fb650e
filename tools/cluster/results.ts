/** One result, with its figures. */
export interface Row {
  readonly what: string;
  readonly result: string;
  readonly isFault: boolean;
  readonly seconds: number;
}

/** Results so far: printed as they happen, and as a table at the end. */
export class Results {
  readonly rows: Row[] = [];
  readonly #say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Runs a step and adds its result. A fault ends the check, unless the next steps do not need it. */
  async step<T>(what: string, work: () => T | Promise<T>, result: (value: T) => string = () => 'yes'): Promise<T> {
    const startedAt = Date.now();
    try {
      const value = await work();
      this.#add({ what, result: result(value), isFault: false, seconds: (Date.now() - startedAt) / 1_000 });
      return value;
    } catch (error) {
      const [line = ''] = (error as Error).message.split('\n');
      this.#add({ what, result: line, isFault: true, seconds: (Date.now() - startedAt) / 1_000 });
      throw error;
    }
  }

  #add(row: Row): void {
    this.rows.push(row);
    this.#say(lineOf(row));
  }
}

function lineOf({ what, result, isFault, seconds }: Row): string {
  return `${isFault ? 'FAILED' : 'ok    '} ${seconds.toFixed(1).padStart(6)} s  ${what}: ${result}`;
}
