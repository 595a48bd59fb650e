/**
 * By how many milliseconds another machine's clock surely differs. It was read at some moment between the question and the
 * answer, which are seconds apart on a busy machine.
 */
export function clockSkewMs(theirs: Date, { askedAt, answeredAt }: { askedAt: number; answeredAt: number }): number {
  return Math.max(askedAt - theirs.getTime(), theirs.getTime() - answeredAt, 0);
}
