import { code, page } from './markdown.ts';
import { BOUNDARIES } from './threats/boundaries.ts';
import type { Boundary, Threat } from './threats/threat.ts';

const ASSETS = [
  ['money', 'no payment without the approval of its PSU, none twice, none lost'],
  ['account data', 'nobody reads more than a PSU has consented to'],
  ['credentials', 'passwords, codes, passkeys and keys stay where they are'],
  ['evidence', 'who did what, and when, can be shown years later'],
  ['availability', 'the interface answers as well as the channels of the bank do'],
] as const;

/** Returns the threat model: assets, trust boundaries, and for each threat its control and the tests that prove it. */
export function threatPage(): string {
  const threats = BOUNDARIES.flatMap((boundary) => boundary.threats);
  const open = threats.filter((threat) => threat.open !== undefined);
  return page(
    'Threat model',
    code('tools/gen/threats'),
    'Assets, attackers, controls, and the tests of the controls. Kinds of attack are those of STRIDE. How attacks are tested: [security](security.md).',
    '## Assets',
    ASSETS.map(([asset, aim]) => `- ${asset}: ${aim}`).join('\n'),
    '## Open',
    `${threats.length} threats, of which ${open.length} are not covered, or not whole:`,
    open.map(({ threat, open: why }) => `- ${threat}: ${why}`).join('\n'),
    ...BOUNDARIES.flatMap(section),
  );
}

function section({ name, actor, threats }: Boundary): string[] {
  return [`## ${name}`, `${actor}.`, threats.map(item).join('\n')];
}

function item({ kind, threat, control, tests, open }: Threat): string {
  const lines = [
    `- ${kind}: ${threat}`,
    `  - control: ${control}`,
    tests.length === 0 ? '' : `  - tests: ${tests.map(code).join(', ')}`,
    open === undefined ? '' : `  - open: ${open}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}
