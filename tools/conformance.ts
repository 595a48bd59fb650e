// Checks a running instance against the published interface, as a TPP that knows only its address:
//   npm run conformance -- --url http://localhost:8080 --profile hr-full
// All options: docs/conformance.md. Exit codes: 0 no check failed, 1 a check failed, 2 an argument is wrong, 3 nobody answers at the
// address.
import { readFileSync } from 'node:fs';
import type { TlsIdentity } from '@xs2a/client';
import { GROUPS, type Group } from '@xs2a/conformance/check';
import { loadFacts } from '@xs2a/conformance/facts';
import { NoInstance } from '@xs2a/conformance/read-published-form';
import { terminalReport } from '@xs2a/conformance/report/terminal-report';
import { writeReports } from '@xs2a/conformance/report/write-reports';
import { type Order, runConformance } from '@xs2a/conformance/run-conformance';
import { EXIT_CODES, loadProfile, SettingsRefusal } from '@xs2a/service-kit';
import { readArguments } from './command/read-arguments.ts';

type Options = ReturnType<typeof readOptions>;

function readOptions() {
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
      groups: { type: 'string' },
      'long-reports': { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
    },
  }).values;
}

function identity(options: Options): TlsIdentity | undefined {
  const { 'tls-certificate': certificate, 'tls-key': key, 'tls-authority': authority } = options;
  if (certificate === undefined || key === undefined) return undefined;
  const read = (file: string): string => readFileSync(file, 'utf8');
  return { certificate: read(certificate), key: read(key), ...(authority && { authority: read(authority) }) };
}

function orderOf(options: Options): Order {
  return {
    url: options.url,
    tls: identity(options),
    profile: loadProfile(options.profile),
    profileName: options.profile,
    facts: loadFacts(options.facts),
    environment: {
      portal: options.portal,
      tlsUrl: options['tls-url'],
      certificates: options.certificates,
      ...(options['receiver-port'] !== undefined && { receiverPort: Number(options['receiver-port']) }),
      longReports: options['long-reports'],
    },
    groups: groupsIn(options.groups),
    onResult: ({ id, result, why = '' }) => {
      if (!options.quiet && result === 'failed') process.stderr.write(`failed ${id}: ${why}\n`);
    },
  };
}

function groupsIn(text: string | undefined): Group[] | undefined {
  if (text === undefined) return undefined;
  return text.split(',').map((name) => {
    const found = GROUPS.find((group) => group === name);
    if (found === undefined) throw new Error(`--groups: there is no group ${name}; there are ${GROUPS.join(', ')}.`);
    return found;
  });
}

/** An error before the first check is not a finding: one line, and another exit code than for failed checks. */
function abort(error: unknown): never {
  const lines = error instanceof SettingsRefusal ? error.faults.map(({ text }) => text) : [(error as Error).message];
  process.stderr.write(lines.map((line) => `${line}\n`).join(''));
  process.exit(EXIT_CODES[error instanceof NoInstance && error.isAway ? 'away' : 'unusable']);
}

function prepare(): { order: Order; out: string } {
  try {
    const options = readOptions();
    return { order: orderOf(options), out: options.out };
  } catch (error) {
    return abort(error);
  }
}

const { order, out } = prepare();
const report = await runConformance(order).catch((error: unknown) => {
  if (error instanceof NoInstance) return abort(error);
  throw error;
});
process.stdout.write(terminalReport(report));
process.stdout.write(`${writeReports(report, out).join('\n')}\n`);
process.exitCode = report.results.some(({ result }) => result === 'failed') ? 1 : 0;
