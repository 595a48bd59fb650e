import { readFileSync } from 'node:fs';
import type { TlsIdentity } from '@xs2a/client';
import { GROUPS, type Group } from '@xs2a/conformance/check';
import { loadFacts } from '@xs2a/conformance/facts';
import { NoInstance } from '@xs2a/conformance/read-published-form';
import { terminalReport } from '@xs2a/conformance/report/terminal-report';
import { writeReports } from '@xs2a/conformance/report/write-reports';
import { type Order, runConformance } from '@xs2a/conformance/run-conformance';
import { EXIT_CODES, loadProfile, SettingsRefusal } from '@xs2a/service-kit';

interface Options {
  readonly url: string;
  readonly profile: string;
  readonly portal: string | undefined;
  readonly facts: string | undefined;
  readonly out: string;
  readonly tlsCertificate: string | undefined;
  readonly tlsKey: string | undefined;
  readonly tlsAuthority: string | undefined;
  readonly tlsUrl: string | undefined;
  readonly certificates: string | undefined;
  readonly receiverPort: string | undefined;
  readonly groups: string | undefined;
  readonly longReports: boolean;
  readonly quiet: boolean;
}

function identity(options: Options): TlsIdentity | undefined {
  const { tlsCertificate: certificate, tlsKey: key, tlsAuthority: authority } = options;
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
      tlsUrl: options.tlsUrl,
      certificates: options.certificates,
      ...(options.receiverPort !== undefined && { receiverPort: Number(options.receiverPort) }),
      longReports: options.longReports,
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
function abort(error: unknown): number {
  const lines = error instanceof SettingsRefusal ? error.faults.map(({ text }) => text) : [(error as Error).message];
  process.stderr.write(lines.map((line) => `${line}\n`).join(''));
  return EXIT_CODES[error instanceof NoInstance && error.isAway ? 'away' : 'unusable'];
}

export async function checkInstance(options: Options): Promise<number> {
  let order: Order;
  try {
    order = orderOf(options);
  } catch (error) {
    return abort(error);
  }
  try {
    const report = await runConformance(order);
    process.stdout.write(terminalReport(report));
    process.stdout.write(`${writeReports(report, options.out).join('\n')}\n`);
    return report.results.some(({ result }) => result === 'failed') ? EXIT_CODES.failed : EXIT_CODES.done;
  } catch (error) {
    if (error instanceof NoInstance) return abort(error);
    throw error;
  }
}
