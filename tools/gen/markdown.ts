/** Maximum length of a line; a wider table becomes a list. */
const LINE_MAX = 160;
/** Prose is wrapped here. */
const WRAP = 120;

type Row = readonly string[];

/**
 * Returns a Markdown table, aligned if that fits. If a row is too long for a table, returns a list with an item for each row: the
 * first cell, and the other cells below it under the name of their column.
 */
export function table(header: Row, rows: readonly Row[]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')));
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const aligned = tableLines(cells, widths);
  if (aligned.every(({ length }) => length <= LINE_MAX)) return aligned.join('\n');
  const plain = tableLines(
    cells,
    widths.map(() => 3),
  );
  return plain.every(({ length }) => length <= LINE_MAX) ? plain.join('\n') : list(header, rows);
}

function tableLines([first = [], ...others]: readonly Row[], widths: readonly number[]): string[] {
  const line = (row: Row): string => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(first), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others.map(line)];
}

function list(header: Row, rows: readonly Row[]): string {
  return rows
    .flatMap(([first = '', ...others]) => {
      const details = others.map((cell, at) => (cell === '' ? '' : `  - ${header[at + 1] || 'use'}: ${cell}`));
      return [`- ${first}`, ...details.filter((line) => line !== '')];
    })
    .map(wrapped)
    .join('\n');
}

/** Lines that stay unchanged: fences, tables, headings, pictures, comments. */
const FIXED = /^(```|\||#|!|<)/;

/** Wraps prose and lists to lines of readable length; tables, headings and code stay unchanged. */
export function wrapped(text: string): string {
  return joined(text)
    .flatMap(({ line, isCode }) => (isCode || line.length <= WRAP || FIXED.test(line) ? [line] : wrappedLine(line)))
    .join('\n');
}

/** Returns the lines of a text, each paragraph and each list item as one. */
function joined(text: string): { line: string; isCode: boolean }[] {
  const lines: { line: string; isCode: boolean }[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```');
    const last = lines.at(-1);
    const isProse = !isCode && !isFence && line !== '' && !FIXED.test(line);
    const continues = isProse && !/^ *([-*] |\d+\. )/.test(line);
    if (continues && last && !last.isCode && last.line !== '' && !FIXED.test(last.line)) last.line += ` ${line.trim()}`;
    else lines.push({ line, isCode: isCode || isFence });
    if (isFence) isCode = !isCode;
  }
  return lines;
}

function wrappedLine(line: string): string[] {
  const [, indent = '', marker = '', text = ''] = /^( *)([-*] |\d+\. )?(.*)$/.exec(line) ?? [];
  const hanging = indent + ' '.repeat(marker.length);
  // A word that would begin a list at the start of a line stays on the line before.
  const words = text.split(/ (?![-+*#] |\d+\. )/);
  const lines = [`${indent}${marker}${words.shift() ?? ''}`];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last.length + 1 + word.length <= WRAP) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(hanging + word);
  }
  return lines;
}

/** Returns JSON on one line if readable, otherwise on several. */
export function json(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= WRAP ? line : JSON.stringify(value, null, 2);
}

/** Returns a generated page with a note of its source, so that nobody edits it by hand. */
export function page(title: string, source: string, ...parts: readonly string[]): string {
  const note = `Generated from ${source} by \`npm run gen\`. Change the source, not this page.`;
  return `${[`# ${title}`, note, ...parts].map(wrapped).join('\n\n')}\n`;
}

export function code(text: string): string {
  return `\`${text}\``;
}
