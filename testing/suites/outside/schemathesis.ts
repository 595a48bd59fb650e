import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, pythonWith } from './python.ts';

/** Checks of each response: no error on our side, and only published responses (decision 11). */
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
  /** For each endpoint, in each phase that generates requests. */
  readonly examples: number;
  readonly seconds: number;
}

/** Has Schemathesis send requests to the interface that a gateway publishes itself; the same ones each time. */
export async function schemathesis(gatewayUrl: string, { phases, examples, seconds }: Effort): Promise<Ended> {
  const python = await pythonWith('schemathesis-requirements.txt');
  // Schemathesis leaves files in its working directory.
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
