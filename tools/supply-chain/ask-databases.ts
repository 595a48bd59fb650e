import { execFile } from 'node:child_process';
import { z } from 'zod';
import { type Asked, severityOf } from './judge-advisories.ts';
import { PYTHON_LISTS } from './python-packages.ts';

const WAIT_MS_MAX = 120_000;
const OUTPUT_BYTES_MAX = 64 * 1_048_576;

const NpmReport = z.object({
  advisories: z.record(
    z.string(),
    z.object({
      module_name: z.string(),
      severity: z.string(),
      title: z.string(),
      github_advisory_id: z.string().optional(),
      findings: z.array(z.object({ version: z.string() })).default([]),
    }),
  ),
});

const PythonReport = z.object({
  dependencies: z.array(
    z.object({
      name: z.string(),
      version: z.string().optional(),
      skip_reason: z.string().optional(),
      vulns: z.array(z.object({ id: z.string(), description: z.string().optional() })).default([]),
    }),
  ),
});

interface Ended {
  readonly out: string;
  readonly err: string;
}

/** Asks the registry of npm for advisories about the packages of the lockfile. */
export async function askNpm(root: string): Promise<Asked> {
  return readNpmReport(await run('pnpm', ['audit', '--json'], root));
}

/** Asks for the Python packages with pip-audit, if installed. */
export async function askPython(root: string): Promise<Asked[]> {
  const asked = PYTHON_LISTS.map(async (list) => {
    const options = [
      '--requirement',
      list,
      '--require-hashes',
      '--disable-pip',
      '--format',
      'json',
      '--progress-spinner',
      'off',
    ];
    return readPythonReport(list, await run('python3', ['-m', 'pip_audit', ...options], root));
  });
  return Promise.all(asked);
}

export function readNpmReport({ out, err }: Ended): Asked {
  const database = 'npm registry, packages of pnpm-lock.yaml';
  const report = NpmReport.safeParse(parsed(out));
  if (!report.success) return { database, notAsked: reasonIn(err || out) };
  const advisories = Object.entries(report.data.advisories).map(([number, one]) => ({
    id: one.github_advisory_id ?? number,
    package: one.module_name,
    version: one.findings.map(({ version }) => version).join(', '),
    severity: severityOf(one.severity),
    title: one.title,
  }));
  return { database, advisories };
}

export function readPythonReport(list: string, { out, err }: Ended): Asked {
  const database = `Python package index, packages of ${list}`;
  const report = PythonReport.safeParse(parsed(out));
  if (!report.success) return { database, notAsked: reasonIn(err || out) };
  const skipped = report.data.dependencies.find(({ skip_reason }) => skip_reason !== undefined);
  if (skipped !== undefined) return { database, notAsked: skipped.skip_reason ?? '' };
  const advisories = report.data.dependencies.flatMap(({ name, version = '', vulns }) =>
    // The index gives no severity.
    vulns.map(({ id, description = '' }) => ({
      id,
      package: name,
      version,
      severity: severityOf(undefined),
      title: description.slice(0, 120),
    })),
  );
  return { database, advisories };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the last lines of an error on one line, without terminal frames. */
function reasonIn(text: string): string {
  const lines = text.split('\n').map((line) => line.replaceAll(/[│×╰─▶]/g, '').trim());
  return (
    lines
      .filter((line) => line !== '')
      .join(' ')
      .slice(0, 300) || 'no answer'
  );
}

function run(command: string, args: readonly string[], cwd: string): Promise<Ended> {
  const options = { cwd, timeout: WAIT_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX, env: { ...process.env, NO_COLOR: '1' } };
  return new Promise((resolve) => {
    execFile(command, [...args], options, (error, out, err) => {
      resolve({ out, err: err || (error === null ? '' : error.message) });
    });
  });
}
