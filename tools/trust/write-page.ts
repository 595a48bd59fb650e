import type { JudgedCheck } from './judge-checks.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; vertical-align: top; padding: .5rem; border-bottom: 1px solid #ccc }
  .holds { color: #0b6b2e } .partly, .not-yet { color: #7a4b00 } .FAILED { color: #a40000; font-weight: bold }
  li { overflow-wrap: anywhere } summary { cursor: pointer }`;

/** The checked version, and the time of the run. */
export interface Occasion {
  readonly version: string;
  readonly ranAt: Date;
}

/** Returns the table with its evidence as one self-contained HTML page. */
export function trustPage(checks: readonly JudgedCheck[], { version, ranAt }: Occasion): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Security checks</title><style>${STYLE}
</style></head>
<body>
<h1>Security checks</h1>
<p>Version ${escape(version)}, tests run on ${ranAt.toISOString()}. Each row rests on the tests listed with it.</p>
<table>
<thead><tr><th scope="col">No.</th><th scope="col">Check</th><th scope="col">Result</th></tr></thead>
<tbody>
${checks.map(row).join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

function row({ number, statement, verdict, notYet, tests, missing }: JudgedCheck): string {
  const why = notYet === undefined ? '' : `<p>${escape(notYet)}</p>`;
  const absent = missing.map(({ file }) => `<li>no test ran: ${escape(file)}</li>`);
  const shown = tests.map(
    ({ file, title, passed }) =>
      `<li>${passed ? 'passed' : 'FAILED'}: ${escape(title)} <small>${escape(file)}</small></li>`,
  );
  const evidence = [...absent, ...shown];
  const list =
    evidence.length === 0
      ? ''
      : `<details><summary>${tests.length} tests</summary><ul>${evidence.join('')}</ul></details>`;
  return `<tr><td>${number}</td><td>${escape(statement)}${why}${list}</td><td class="${verdict.replace(' ', '-')}">${verdict}</td></tr>`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
