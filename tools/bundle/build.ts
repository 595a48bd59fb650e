// Builds all packages and services, then bundles those services that changed (decision 104):
//   node --conditions=source tools/bundle/build.ts
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { notBundled } from '@xs2a/test-system/start/entry-of';
import { readArguments } from '../command/read-arguments.ts';
import { bundleService } from './bundle-service.ts';

const ROOT = join(import.meta.dirname, '..', '..');

readArguments(import.meta.filename, { options: {} });
execFileSync('tsc', ['-b'], { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
await Promise.all(notBundled(ROOT).map(bundleService));
