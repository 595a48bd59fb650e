/** Reason why a list, or a part of the import, is refused. */
export class ListRefusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ListRefusal';
  }
}
