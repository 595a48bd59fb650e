import { readFileSync } from 'node:fs';
import type { TlsIdentity } from '@xs2a/client';
import { GROUPS, type Group } from '@xs2a/conformance/check';
import { loadFacts } from '@xs2a/conformance/facts';
import { NoInstance as InstanceError } from '@xs2a/conformance/read-published-form';
import { terminalReport } from '@xs2a/conformance/report/terminal-report';
import { writeReports } from '@xs2a/conformance/report/write-reports';
import { type Order, runConformance } from '@xs2a/conformance/run-conformance';
import { EXIT_CODES, loadProfile } from '@xs2a/service-kit';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { UnusableArguments, unusableIfThrown } from '../command/refusals.ts';

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
}

function readTlsIdentity(options: Options): TlsIdentity | undefined {
  const { tlsCertificate: certificate, tlsKey: key, tlsAuthority: authority } = options;
  if (certificate === undefined || key === undefined) return undefined;
  const read = (file: string): string => readFileSync(file, 'utf8');
  return { certificate: read(certificate), key: read(key), ...(authority && { authority: read(authority) }) };
}

function toRunOptions(options: Options, onResult: NonNullable<Order['onResult']>): Order {
  return {
    url: options.url,
    tls: readTlsIdentity(options),
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
    groups: parseGroups(options.groups),
    onResult,
  };
}

function parseGroups(text: string | undefined): Group[] | undefined {
  if (text === undefined) return undefined;
  return text.split(',').map((name) => {
    const found = GROUPS.find((group) => group === name);
    if (found === undefined)
      throw new UnusableArguments(`--groups: there is no group ${name}; there are ${GROUPS.join(', ')}.`);
    return found;
  });
}

export async function checkInstance(options: Options, _: CommandEnvironment, progress: Progress): Promise<Result> {
  let done = 0;
  let failed = 0;
  const order = await unusableIfThrown(() =>
    toRunOptions(options, ({ result }) => {
      if (result === 'failed') failed++;
      progress(`${++done} checks, ${failed} failed`);
    }),
  );
  try {
    const report = await runConformance(order);
    const text = `${terminalReport(report)}${writeReports(report, options.out).join('\n')}`;
    return { text, document: report, code: EXIT_CODES[failed > 0 ? 'failed' : 'done'] };
  } catch (error) {
    if (!(error instanceof InstanceError)) throw error;
    return { faults: [error.message], code: EXIT_CODES[error.isAway ? 'away' : 'unusable'] };
  }
}
