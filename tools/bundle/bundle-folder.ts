// Bundles a service that was built into a folder, as in an image:
//   node tools/bundle/bundle-folder.ts /app

import { readArguments } from '../command/read-arguments.ts';
import { bundleService } from './bundle-service.ts';

for (const folder of readArguments(import.meta.filename, { options: {}, allowPositionals: true }).positionals) {
  await bundleService(folder);
}
