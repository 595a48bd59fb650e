import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LANGUAGES } from '@xs2a/developer-pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsPage } from './docs-page.ts';
import { paste } from './paste.ts';
import { type SandboxWithTls, sandboxWithTls } from './sandbox-with-tls.ts';

const run = promisify(execFile);
/** A folder where `@xs2a/client` is installed, as in the project of a TPP. */
const WITH_CLIENT = fileURLToPath(new URL('../../../testing/suites/journeys', import.meta.url));

let folder: string;
let sandbox: SandboxWithTls;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xs2a-samples-'));
  sandbox = await sandboxWithTls(
    'signatureRequired: false\n',
    ...(['gateway', 'consent', 'sca', 'accounts', 'payments', 'bank', 'portal', 'notifier'] as const),
  );
  const certificates = await docsPage(sandbox.url, 'certificates');
  await paste(folder, ...certificates.commandsOf('Get test certificates'));
  for (const { file } of LANGUAGES) {
    const answer = await fetch(`${sandbox.url}/docs/samples/${file}`);
    writeFileSync(join(folder, file), await answer.text());
  }
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Output of a program that is run as its page says. */
async function output({ file, run: command, first }: (typeof LANGUAGES)[number], step: string): Promise<string> {
  const words = step === 'consent' ? first.split(' ') : [step];
  const [program = '', ...args] = command.split(' ');
  if (program !== 'node') return (await run(program, [...args, ...words], { cwd: folder })).stdout;
  const text = readFileSync(join(folder, file), 'utf8');
  const there = `process.chdir(${JSON.stringify(folder)});\nprocess.argv.splice(1, 0, '${file}', '${step}');\n${text}`;
  const asModule = ['--input-type=module-typescript', '--eval', there];
  return (await run(process.execPath, asModule, { cwd: WITH_CLIENT })).stdout;
}

const AUTHORISED = /^finalised\s/;
const EXPECTED: readonly { step: string; printed: readonly RegExp[] }[] = [
  { step: 'consent', printed: [AUTHORISED, /valid/, /"resourceId"/, /"transactionAmount"/] },
  { step: 'payment', printed: [AUTHORISED, /AC(?:CP|SP|SC|WC|TC)/] },
  { step: 'funds', printed: [AUTHORISED, /"fundsAvailable": ?true/] },
  { step: 'bulk', printed: [AUTHORISED, /AC(?:CP|SP|SC|WC|TC)/] },
  { step: 'basket', printed: [AUTHORISED, /AC(?:CP|SP|SC|TC)/] },
  { step: 'signature', printed: [/\b201\b/, /received/] },
  { step: 'notification', printed: [/"CANC"/] },
];

describe.each(LANGUAGES)('the samples in $name, as the page offers them', (language) => {
  const { file, id } = language;
  it.each(EXPECTED)('run: $step', async ({ step, printed }) => {
    const text = await output(language, step);
    for (const expected of printed) expect(text).toMatch(expected);
  });

  it('are on the page section by section, and complete in the program', async () => {
    const page = await docsPage(sandbox.url, id === 'curl' ? 'samples' : `samples/${id}`);
    const program = readFileSync(join(folder, file), 'utf8').replaceAll(/\s+/g, ' ');
    expect(page.titles.length).toBeGreaterThanOrEqual(12);
    for (const title of page.titles) {
      for (const code of page.commandsOf(title)) expect(program, title).toContain(code.replaceAll(/\s+/g, ' '));
    }
  });
});
