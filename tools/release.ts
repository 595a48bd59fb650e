// Releases a single service (docs/operations/upgrade.md):
//   npm run release -- <service>... <version> [--dry-run]
// Checks that every last release works beside the present one, that the operations which the service calls are
// released before it, and that its changelog has entries. Then it writes package.json, services/<service>/CHANGELOG.md and releases/<service>.json,
// commits them, and tags the commit <service>-v<version>.
//   npm run release -- --check    only whether anything breaks the last release of any service
// Exits with 1 if a check fails, with a remedy for each fault.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@xs2a/contracts';
import { SERVICE_NAMES } from '@xs2a/contracts';
import { readArguments } from './command/read-arguments.ts';
import { folderOfProgram, ROOT } from './programs.ts';
import { isNewer, releaseChangelog } from './release/changelog.ts';
import { type Finding, findBreaks, findOrder } from './release/judge-contracts.ts';
import { readReleases, writeRelease } from './release/records.ts';
import { presentContracts } from './release/service-contract.ts';

const { values, positionals } = readArguments(import.meta.filename, {
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, 'dry-run': { type: 'boolean', default: false } },
});
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function refuse(findings: readonly Finding[]): never {
  for (const { what, remedy } of findings) process.stderr.write(`${what}\n    ${remedy}\n`);
  process.exit(1);
}

const names = positionals.slice(0, -1);
const version = positionals.at(-1) ?? '';
const unknown = names.find((name) => !(SERVICE_NAMES as readonly string[]).includes(name));
if (!values.check && (names.length === 0 || !/^\d+\.\d+\.\d+$/.test(version) || unknown !== undefined)) {
  process.stderr.write(
    unknown === undefined
      ? 'A service and a version are needed: npm run release -- payments 1.2.0\n'
      : `There is no service ${unknown}. There are: ${SERVICE_NAMES.join(', ')}\n`,
  );
  process.exit(2);
}
const last = readReleases();
const present = await presentContracts();
const breaks = findBreaks(present, last);
if (breaks.length > 0) refuse(breaks);
if (values.check) {
  say(`Nothing breaks ${last.map((one) => `${one.service} ${one.version}`).join(', ')}.`);
  process.exit(0);
}

const services = names as ServiceName[];
// Services released together are still deployed one after the other, so each is compared with the earlier releases.
const findings = services.flatMap((name) => [
  ...findOrder(name, present[name], last),
  ...notReady(name, last.find(({ service }) => service === name)?.version),
]);
if (git('status', '--porcelain') !== '') {
  findings.push({ what: 'There are changes that are not committed', remedy: 'Commit them first.' });
}
if (findings.length > 0) refuse(findings);
if (values['dry-run']) {
  say(`${services.join(', ')} can be released as ${version}.`);
  process.exit(0);
}
const changed: string[] = [];
for (const name of services) {
  const manifest = join(ROOT, folderOfProgram(name), 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`));
  const changelog = join(ROOT, folderOfProgram(name), 'CHANGELOG.md');
  writeFileSync(changelog, releaseChangelog(readFileSync(changelog, 'utf8'), version, new Date()) ?? '');
  changed.push(manifest, changelog, writeRelease({ service: name, version, ...present[name] }));
}
git('add', ...changed);
const [only] = services;
const subject =
  services.length === 1
    ? `chore(${only}): release ${only} ${version}`
    : `chore: release ${version} of ${services.join(', ')}`;
git('commit', '--quiet', '--message', subject);
for (const name of services) git('tag', `${name}-v${version}`);
say(
  `Released ${services.join(', ')} ${version}. Publish it: git push --follow-tags, then build its image from the tag.`,
);

function notReady(name: ServiceName, before: string | undefined): Finding[] {
  const changelog = readFileSync(join(ROOT, folderOfProgram(name), 'CHANGELOG.md'), 'utf8');
  return [
    ...(before === undefined || isNewer(version, before)
      ? []
      : [{ what: `${name} ${before} is not older than ${version}`, remedy: 'Choose a newer version.' }]),
    ...(releaseChangelog(changelog, version, new Date()) === undefined
      ? [
          {
            what: `${folderOfProgram(name)}/CHANGELOG.md says nothing under "Unreleased"`,
            remedy: 'Say there what an operator of the service sees.',
          },
        ]
      : []),
  ];
}
