// Bundles a service that was deployed into a folder, as in an image:
//   node tools/bundle/bundle-image.ts /app

import { readArguments } from '../command/read-arguments.ts';
import { bundleFolder } from './bundle-folder.ts';

for (const folder of readArguments(import.meta.filename, { options: {}, allowPositionals: true }).positionals) {
  await bundleFolder(folder);
}
