// The service that is named, as a process of its own; without a name all that the folder of settings has a file for.
import { serveByFolder } from '@xs2a/compact';
import type { ServiceName } from '@xs2a/contracts';
import { serve } from '@xs2a/service-kit';
import { isServiceName, loadService } from './services.ts';

/** In stop order: services that accept requests from outside first. */
const GROUPS: readonly (readonly ServiceName[])[] = [
  ['gateway'],
  ['portal'],
  ['bank', 'sca', 'consent', 'accounts', 'payments', 'notifier', 'oauth'],
];

const [, , name] = process.argv;
if (isServiceName(name)) await serve(await loadService(name));
else if (name === undefined) {
  await serveByFolder('sandbox', await Promise.all(GROUPS.map((group) => Promise.all(group.map(loadService)))));
} else throw new Error(`there is no service ${name}`);
