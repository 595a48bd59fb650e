import type { Permission } from '../rendering/pages.ts';
import type { Words } from '../words/words.ts';

/** Programs for tables compute what begins so. */
const FORMULA = /^[=+\-@\t\r]/;
/** By it such programs know the file for UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** All permissions as CSV (RFC 4180): a line for each account, with what may be read of it. */
export function permissionsFile(permissions: readonly Permission[], words: Words): string {
  const { permissions: says, summary } = words;
  const labels = [...new Set(permissions.flatMap(({ facts }) => facts.map(({ label }) => label)))];
  const head = [summary.requestedBy, says.status, summary.accounts, says.accountName, says.allowed, ...labels];
  const lines = permissions.flatMap(({ tppName, status, accounts, facts }) => {
    const values = labels.map((label) => facts.find((fact) => fact.label === label)?.value ?? '');
    const granted = accounts.length === 0 ? [{ id: '', name: '', rights: [] }] : accounts;
    return granted.map(({ id, name = '', rights }) => [tppName, status, id, name, rights.join(', '), ...values]);
  });
  return `${BYTE_ORDER_MARK}${[head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(text: string): string {
  const plain = text.replaceAll('\u00A0', ' ');
  return `"${(FORMULA.test(plain) ? `'${plain}` : plain).replaceAll('"', '""')}"`;
}
