import { readFileSync } from 'node:fs';
import type { TlsIdentity } from '@xs2a/client';
import { GROUPS, type Group } from '@xs2a/conformance/check';
import { loadFacts } from '@xs2a/conformance/facts';
import { obstacleText, writeObstacles } from '@xs2a/conformance/obstacles/obstacle-report';
import { runObstacles } from '@xs2a/conformance/obstacles/run-obstacles';
import type { Instance } from '@xs2a/conformance/open-instance';
import { InstanceError } from '@xs2a/conformance/published-form/read-published-form';
import { terminalReport } from '@xs2a/conformance/report/terminal-report';
import { writeReports } from '@xs2a/conformance/report/write-reports';
import { runConformance } from '@xs2a/conformance/run-conformance';
import { EXIT_CODES, loadProfile } from '@xs2a/service-kit';
import type { CommandEnvironment, Progress, Result } from '../command/command.ts';
import { UnusableArguments, unusableIfThrown } from '../command/refusals.ts';

interface Options {
  readonly subject: string | undefined;
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

function toInstance(options: Options): Instance {
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
  const { subject } = options;
  if (subject !== undefined && subject !== 'obstacles')
    throw new UnusableArguments(`There is no subject ${subject}; there is obstacles.`);
  const instance = await unusableIfThrown(() => toInstance(options));
  const groups = parseGroups(options.groups);
  try {
    return await (subject === undefined
      ? checkInterface(instance, groups, options, progress)
      : checkObstacles(instance, options, progress));
  } catch (error) {
    if (!(error instanceof InstanceError)) throw error;
    return { faults: [error.message], code: EXIT_CODES[error.isAway ? 'away' : 'unusable'] };
  }
}

async function checkInterface(
  instance: Instance,
  groups: readonly Group[] | undefined,
  { out }: Pick<Options, 'out'>,
  progress: Progress,
): Promise<Result> {
  let done = 0;
  let failed = 0;
  const report = await runConformance({
    ...instance,
    groups,
    onResult: ({ result }) => {
      if (result === 'failed') failed++;
      progress(`${++done} checks, ${failed} failed`);
    },
  });
  const text = `${terminalReport(report)}${writeReports(report, out).join('\n')}`;
  return { text, document: report, code: EXIT_CODES[failed > 0 ? 'failed' : 'done'] };
}

async function checkObstacles(instance: Instance, { out }: Pick<Options, 'out'>, progress: Progress): Promise<Result> {
  let done = 0;
  const report = await runObstacles(instance, () => progress(`${++done} rules`));
  const isViolated = report.results.some(({ result }) => result === 'violated');
  const text = `${obstacleText(report)}${writeObstacles(report, out)}`;
  return { text, document: report, code: EXIT_CODES[isViolated ? 'failed' : 'done'] };
}
