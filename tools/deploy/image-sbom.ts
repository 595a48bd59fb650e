// Writes the bill of materials of a service to standard output, by the packages that are in the folder of its image:
//   pnpm --filter @xs2a/payments sbom --sbom-format cyclonedx … --prod | node tools/deploy/image-sbom.ts /app
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { toolchain } from '../supply-chain/programs.ts';
import type { Sbom } from '../supply-chain/sbom-document.ts';
import { installedPackages, sbomOf } from '../supply-chain/sbom-of-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const [folder = ''] = process.argv.slice(2);
const node = toolchain(ROOT).filter(({ name }) => name === `node-linux-${process.arch}`);
const sbom = sbomOf((await json(process.stdin)) as Sbom, installedPackages(folder), node);
process.stdout.write(`${JSON.stringify(sbom, null, 1)}\n`);
