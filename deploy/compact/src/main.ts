import { service as accounts } from '@xs2a/accounts';
import { service as consent } from '@xs2a/consent';
import { service as gateway } from '@xs2a/gateway';
import { service as notifier } from '@xs2a/notifier';
import { service as oauth } from '@xs2a/oauth';
import { service as payments } from '@xs2a/payments';
import { service as portal } from '@xs2a/portal';
import { service as sca } from '@xs2a/sca';
import type { Service } from '@xs2a/service-kit';
import { serveByFolder } from './serve-by-folder.ts';

/** In stop order: services that accept requests from outside first. */
const GROUPS = [[gateway], [portal], [sca, consent, accounts, payments, notifier, oauth]];

await serveByFolder('compact', GROUPS as unknown as readonly (readonly Service[])[]);
