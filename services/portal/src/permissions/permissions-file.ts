import type { Language } from '../rendering/languages.ts';
import type { Permission } from '../rendering/permission.ts';
import type { Fact } from '../rendering/summary.ts';
import type { Words } from '../words/words.ts';

/** Spreadsheet programs compute cells that begin like this, or run them as a command (`|`). */
const FORMULA = /^[=+\-@|\t\r]/;
/** Marks the file as UTF-8 for spreadsheet programs. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Separators between cells and before decimals, as spreadsheet programs expect them in each language. */
const NOTATION: Readonly<Record<Language, { readonly separator: string; readonly decimal: string }>> = {
  hr: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
};

interface Reader {
  readonly words: Words;
  readonly language: Language;
}

/** Writes permissions and standing orders as CSV (RFC 4180): a line for each account, with the rights on it. */
export function permissionsFile(
  permissions: readonly Permission[],
  { words, language }: Reader,
  hasMore = false,
): string {
  const { permissions: says, summary, orders } = words;
  const { separator, decimal } = NOTATION[language];
  // One column for both: the status distinguishes them.
  const columnOf = ({ label }: Fact): string => (label === says.wasValid ? says.isValid : label);
  // Each label once, in order of first use; the common columns come first.
  const labels = [...new Set(permissions.flatMap(({ facts }) => facts.map(columnOf)))].filter(
    (label) => label !== summary.requestedBy,
  );
  const fixed = [summary.requestedBy, says.status, orders.payee, orders.amount, orders.currency];
  const head = [...fixed, summary.accounts, says.accountName, summary.data, ...labels];
  const lines = permissions.flatMap((permission) => {
    const { tppName, title, status, instructedAmount, accounts, facts } = permission;
    const payee = instructedAmount === undefined ? '' : title;
    const { amount = '', currency = '' } = instructedAmount ?? {};
    const values = labels.map((label) => valueOf(facts.find((fact) => columnOf(fact) === label)));
    const granted = accounts.length === 0 ? [{ id: '', name: '', rights: [] }] : accounts;
    return granted.map(({ id, name = '', rights }) => [
      tppName,
      status,
      payee,
      amount.replace('.', decimal),
      currency,
      id,
      name,
      rights.join(', '),
      ...values,
    ]);
  });
  const all = [head, ...lines, ...(hasMore ? [[says.moreThanFile]] : [])];
  return `${BYTE_ORDER_MARK}${all.map((line) => `${line.map(cell).join(separator)}\r\n`).join('')}`;
}

function valueOf(fact: Fact | undefined): string {
  return fact === undefined ? '' : [fact.value, fact.detail].filter((part) => part !== undefined).join(', ');
}

function cell(text: string): string {
  const plain = text.replaceAll('\u00A0', ' ');
  return `"${(FORMULA.test(plain) ? `'${plain}` : plain).replaceAll('"', '""')}"`;
}
