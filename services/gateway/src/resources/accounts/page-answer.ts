import type { listTransactions, ReplyOf } from '@xs2a/contracts';
import { AnswerBytes } from '../../answers/answer-bytes.ts';
import type { Replacer } from '../../answers/answer-style.ts';

type Reply = ReplyOf<typeof listTransactions>;

/** Lists as rendered by the accounts service. */
interface Page {
  readonly rendered: NonNullable<Reply['rendered']>;
  readonly bytes: Uint8Array;
}

interface Head extends Pick<Reply, 'account' | 'balances'> {
  readonly information: readonly object[] | undefined;
  readonly links: object;
}

/**
 * Returns the answer around lists that the accounts service has rendered: their bytes are passed on unchanged
 * (docs/performance.md). JSON escapes quotation marks within texts, so the list names match only as keys.
 */
export function pageAnswer(
  { account, information, links, balances }: Head,
  { rendered, bytes }: Page,
  style: Replacer | undefined,
): AnswerBytes {
  const booked = rendered.booked === undefined ? undefined : [];
  const pending = rendered.pending === undefined ? undefined : [];
  const transactions = { booked, pending, information, _links: links };
  const head = JSON.stringify({ account, transactions, balances }, style);
  const bookedAt = rendered.pending ?? 0;
  const written = { booked: bytes.subarray(bookedAt), pending: bytes.subarray(0, bookedAt) };
  const parts: (string | Uint8Array)[] = [];
  let textAt = 0;
  for (const list of ['booked', 'pending'] as const) {
    if (transactions[list] === undefined) continue;
    const name = `"${list}":[`;
    const listAt = head.indexOf(name, textAt) + name.length;
    parts.push(head.slice(textAt, listAt), written[list]);
    textAt = listAt;
  }
  return new AnswerBytes([...parts, head.slice(textAt)]);
}
