// A TPP that knows nothing of an instance but its address walks everything that the interface promises, and reports.
// See docs/conformance.md.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { TlsIdentity } from '@xs2a/client';
import { loadProfile } from '@xs2a/service-kit';
import { loadFacts } from './conformance/facts.ts';
import { terminalReport } from './conformance/report/terminal-report.ts';
import { writeReports } from './conformance/report/write-reports.ts';
import { runConformance } from './conformance/run-conformance.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    profile: { type: 'string', default: 'hr-full' },
    portal: { type: 'string' },
    facts: { type: 'string' },
    out: { type: 'string', default: '.local/conformance' },
    'tls-certificate': { type: 'string' },
    'tls-key': { type: 'string' },
    'tls-authority': { type: 'string' },
    'tls-url': { type: 'string' },
    certificates: { type: 'string' },
    'long-reports': { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
});

function identity(): TlsIdentity | undefined {
  const { 'tls-certificate': certificate, 'tls-key': key, 'tls-authority': authority } = values;
  if (certificate === undefined || key === undefined) return undefined;
  const read = (file: string): string => readFileSync(file, 'utf8');
  return { certificate: read(certificate), key: read(key), ...(authority && { authority: read(authority) }) };
}

const report = await runConformance({
  url: values.url,
  tls: identity(),
  profile: loadProfile(values.profile),
  profileName: values.profile,
  facts: loadFacts(values.facts),
  doors: {
    portal: values.portal,
    tlsUrl: values['tls-url'],
    certificates: values.certificates,
    longReports: values['long-reports'],
  },
  onResult: ({ id, result, why = '' }) => {
    if (!values.quiet && result === 'failed') process.stderr.write(`failed ${id}: ${why}\n`);
  },
});
process.stdout.write(terminalReport(report));
process.stdout.write(`${writeReports(report, values.out).join('\n')}\n`);
process.exitCode = report.results.some(({ result }) => result === 'failed') ? 1 : 0;
