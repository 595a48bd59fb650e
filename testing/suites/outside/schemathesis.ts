import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, pythonWith } from './python.ts';

/** What is judged of an answer: nothing of ours broke, and whatever came is published (decision 11). */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
];

export interface Effort {
  readonly phases: readonly string[];
  /** Of each endpoint in each phase that makes them up. */
  readonly examples: number;
  readonly seconds: number;
}

/** Lets Schemathesis make requests of the interface that a gateway publishes itself; the same ones each time. */
export async function schemathesis(gatewayUrl: string, { phases, examples, seconds }: Effort): Promise<Ended> {
  const python = await pythonWith('schemathesis-requirements.txt');
  // It leaves files behind where it runs.
  const folder = await mkdtemp(join(tmpdir(), 'xs2a-schemathesis-'));
  const how = ['--generation-deterministic', '--continue-on-failure', '--warnings', 'off', '--no-color'];
  try {
    const where = ['--url', gatewayUrl, '--checks', CHECKS.join(','), '--phases', phases.join(',')];
    const howLong = ['--max-examples', String(examples), '--max-time', String(seconds)];
    const run = ['-m', 'schemathesis.cli', 'run', `${gatewayUrl}/openapi.json`];
    return await python([...run, ...where, ...howLong, ...how], { PYTHONUTF8: '1' }, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Number of requests that were answered as published; the others are faults described in the output. */
export function passedOf({ output }: Ended): number {
  return Number(/ (\d+) generated, \1 passed/.exec(output)?.[1] ?? 0);
}
