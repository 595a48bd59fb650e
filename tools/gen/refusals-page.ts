import { REFUSALS, type Refusal } from '@xs2a/contracts';
import { code, page, table } from './markdown.ts';

export function refusalsPage(): string {
  const rows = Object.entries<Refusal>(REFUSALS).map(([situation, { status, code: word, text }]) => [
    code(situation),
    String(status),
    word === undefined ? '(no body)' : code(word),
    text,
  ]);
  return page(
    'Refusals',
    '`packages/contracts/src/interface/refusals.ts`',
    'What a TPP is told in each situation in which the house says no. Where several apply, the first of this table wins.',
    table(['situation', 'status', 'code', 'text'], rows),
  );
}
