// Writes the software bill of materials (CycloneDX 1.6, JSON): packages of the lockfile with licences and hashes, Python
// packages, Node and pnpm, and the servers of this machine.
//   npm run sbom                       to .local/sbom.json
//   npm run sbom -- --out <file>
//   npm run sbom -- --production       only the npm packages that run in production
// Exits with 1 if the document does not validate against the schema of CycloneDX.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { readArguments } from './command/read-arguments.ts';
import { servers, toolchain } from './supply-chain/programs.ts';
import { pythonPackages } from './supply-chain/python-packages.ts';
import { completed, type Sbom } from './supply-chain/sbom-document.ts';

const ROOT = join(import.meta.dirname, '..');
const PNPM = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
const OUTPUT_BYTES_MAX = 64 * 1_048_576;

const { values } = readArguments(import.meta.filename, {
  options: { out: { type: 'string' }, production: { type: 'boolean' } },
});
const { out = join(ROOT, '.local', 'sbom.json'), production } = values;
const packages = execFileSync('pnpm', [...PNPM, ...(production ? ['--prod'] : [])], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: OUTPUT_BYTES_MAX,
});
const sbom = completed(JSON.parse(packages) as Sbom, pythonPackages(ROOT), [
  ...toolchain(ROOT),
  ...servers(process.env),
]);
const text = JSON.stringify(sbom, null, 1);
const fault = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
if (fault === null) {
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${text}\n`);
  process.stdout.write(`${sbom.components.length} components: ${out}\n`);
} else {
  process.stderr.write(`the document does not follow CycloneDX 1.6: ${JSON.stringify(fault).slice(0, 2_000)}\n`);
  process.exitCode = 1;
}
