import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@xs2a/test-system/start/prepare-system';
import { expect, it } from 'vitest';
import { TARGETS } from './faults/plan.ts';
import { singleSystem } from './faults/single-system.ts';
import { runCampaign } from './run-campaign.ts';

/** It takes less than three minutes on an idle machine. */
const TIMEOUT_MS = 900_000;

it(
  'after three kills of each service and server under load, nothing acknowledged is lost, done twice or altered',
  async () => {
    await using system = await singleSystem({ toxics: false });
    const { planned, done, violations } = await runCampaign(system, {
      targets: TARGETS,
      kills: 3,
      pauses: 0,
      toxics: 0,
      linked: SERVICES,
      stepDowns: 0,
      partitions: 0,
      rate: 30,
      stop: AbortSignal.timeout(600_000),
      seed: 20_261_122,
      folder: mkdtempSync(join(tmpdir(), 'xs2a-crash-')),
      say: () => undefined,
    });
    expect([planned, done]).toEqual([27, 27]);
    expect(new Map([...violations].filter(([, found]) => found.length > 0))).toEqual(new Map());
  },
  TIMEOUT_MS,
);
