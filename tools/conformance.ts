// A TPP that knows nothing of an instance but its address walks everything that the interface promises, and reports.
//   npm run conformance -- --url http://localhost:8080 --profile hr-full
// All options: docs/conformance.md. Ends with 1 where a check failed, with 2 where there is nothing to walk.
import { readFileSync } from 'node:fs';
import type { TlsIdentity } from '@xs2a/client';
import { loadFacts } from '@xs2a/conformance/facts';
import { NothingThere } from '@xs2a/conformance/read-published-form';
import { terminalReport } from '@xs2a/conformance/report/terminal-report';
import { writeReports } from '@xs2a/conformance/report/write-reports';
import { type Order, runConformance } from '@xs2a/conformance/run-conformance';
import { loadProfile } from '@xs2a/service-kit';
import { readArguments } from './read-arguments.ts';

type Read = ReturnType<typeof readWords>;

function readWords() {
  return readArguments(import.meta.filename, {
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
      'receiver-port': { type: 'string' },
      'long-reports': { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
    },
  }).values;
}

function identity(words: Read): TlsIdentity | undefined {
  const { 'tls-certificate': certificate, 'tls-key': key, 'tls-authority': authority } = words;
  if (certificate === undefined || key === undefined) return undefined;
  const read = (file: string): string => readFileSync(file, 'utf8');
  return { certificate: read(certificate), key: read(key), ...(authority && { authority: read(authority) }) };
}

function orderOf(words: Read): Order {
  return {
    url: words.url,
    tls: identity(words),
    profile: loadProfile(words.profile),
    profileName: words.profile,
    facts: loadFacts(words.facts),
    doors: {
      portal: words.portal,
      tlsUrl: words['tls-url'],
      certificates: words.certificates,
      ...(words['receiver-port'] !== undefined && { receiverPort: Number(words['receiver-port']) }),
      longReports: words['long-reports'],
    },
    onResult: ({ id, result, why = '' }) => {
      if (!words.quiet && result === 'failed') process.stderr.write(`failed ${id}: ${why}\n`);
    },
  };
}

/** What keeps the walk from beginning is no finding: a line, and another exit code than that of checks that failed. */
function refuseToBegin(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}

function begin(): { order: Order; out: string } {
  try {
    const words = readWords();
    return { order: orderOf(words), out: words.out };
  } catch (error) {
    return refuseToBegin(error);
  }
}

const { order, out } = begin();
const report = await runConformance(order).catch((error: unknown) => {
  if (error instanceof NothingThere) return refuseToBegin(error);
  throw error;
});
process.stdout.write(terminalReport(report));
process.stdout.write(`${writeReports(report, out).join('\n')}\n`);
process.exitCode = report.results.some(({ result }) => result === 'failed') ? 1 : 0;
