/** Why a list, or a part of the import, is not taken. */
export class ListRefusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ListRefusal';
  }
}
