/** Arguments that contradict each other, or a file that they name and that is of no use. */
export class UnusableArguments extends Error {
  override readonly name = 'UnusableArguments';
}
