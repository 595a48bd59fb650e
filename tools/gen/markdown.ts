/** A Markdown table with aligned columns; pipes and line breaks inside a cell are escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')));
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = cells;
  return [line(first), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others.map(line)].join('\n');
}

/** Says on every generated page where it comes from, so that nobody edits it by hand. */
export function page(title: string, source: string, ...parts: readonly string[]): string {
  const note = `Generated from ${source} by \`npm run gen\`. Change the source, not this page.`;
  return `${[`# ${title}`, note, ...parts].join('\n\n')}\n`;
}

export function code(text: string): string {
  return `\`${text}\``;
}
