import { REFUSALS, type Refusal } from '@xs2a/contracts';
import { code, page, table } from './markdown.ts';

export function errorsPage(): string {
  const rows = Object.entries<Refusal>(REFUSALS).map(([situation, { status, code: word, text }]) => [
    code(situation),
    String(status),
    word === undefined ? '(no body)' : code(word),
    text,
  ]);
  return page(
    'Errors',
    '`packages/contracts/src/interface/refusals.ts`',
    'How each error case is answered. Where several apply, the first of this table is the answer ([decision 11](decisions/0011-error-answers.md)).',
    table(['error case', 'status', 'code', 'text'], rows),
  );
}
