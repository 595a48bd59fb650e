/**
 * Minimum difference in milliseconds to another machine's clock. That clock was read at some moment between question and answer,
 * which may be seconds apart on a busy machine.
 */
export function clockSkewMs(theirs: Date, { askedAt, answeredAt }: { askedAt: number; answeredAt: number }): number {
  return Math.max(askedAt - theirs.getTime(), theirs.getTime() - answeredAt, 0);
}
