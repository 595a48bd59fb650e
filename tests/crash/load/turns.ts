/** Lets one at a time do something for a name: a PSU has one telephone and reads one message after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  }
}
