import type { Permission } from '../rendering/permission.ts';
import type { Words } from '../words/words.ts';

/** Programs for tables compute what begins so. */
const FORMULA = /^[=+\-@\t\r]/;
/** By it such programs know the file for UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Permissions and standing orders as CSV (RFC 4180): a line for each account, with what may be read of it. */
export function permissionsFile(permissions: readonly Permission[], words: Words, hasMore = false): string {
  const { permissions: says, summary, orders } = words;
  // Each label once, in the order in which they first come; the columns that all have stand before.
  const labels = [...new Set(permissions.flatMap(({ facts }) => facts.map(({ label }) => label)))].filter(
    (label) => label !== summary.requestedBy && label !== says.allowed,
  );
  const fixed = [summary.requestedBy, says.status, orders.payee, orders.amount];
  const head = [...fixed, summary.accounts, says.accountName, says.allowed, ...labels];
  const lines = permissions.flatMap((permission) => {
    const { tppName, title, status, amount = '', accounts, facts } = permission;
    const payee = title === tppName && amount === '' ? '' : title;
    const valueOf = (label: string): string => facts.find((fact) => fact.label === label)?.value ?? '';
    const values = labels.map(valueOf);
    const granted = accounts.length === 0 ? [{ id: '', name: '', rights: [] }] : accounts;
    return granted.map(({ id, name = '', rights }) => [
      tppName,
      status,
      payee,
      amount,
      id,
      name,
      rights.join(', ') || valueOf(says.allowed),
      ...values,
    ]);
  });
  const all = [head, ...lines, ...(hasMore ? [[says.moreThanFile]] : [])];
  return `${BYTE_ORDER_MARK}${all.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(text: string): string {
  const plain = text.replaceAll('\u00A0', ' ');
  return `"${(FORMULA.test(plain) ? `'${plain}` : plain).replaceAll('"', '""')}"`;
}
