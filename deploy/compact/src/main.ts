import { service as accounts } from '@xs2a/accounts';
import { service as bank } from '@xs2a/bank';
import { service as consent } from '@xs2a/consent';
import { service as gateway } from '@xs2a/gateway';
import { service as notifier } from '@xs2a/notifier';
import { service as oauth } from '@xs2a/oauth';
import { service as payments } from '@xs2a/payments';
import { service as portal } from '@xs2a/portal';
import { service as sca } from '@xs2a/sca';
import { type Service, serveTogether } from '@xs2a/service-kit';
import { readSettingsFolder } from './read-settings-folder.ts';

/** In stop order: services that accept requests from outside first. */
const GROUPS = [
  [gateway],
  [portal],
  [bank, sca, consent, accounts, payments, notifier, oauth],
] as unknown as readonly (readonly Service[])[];

await serveTogether('compact', () => {
  const settings = readSettingsFolder(
    GROUPS.flat().map(({ name }) => name),
    process.env,
  );
  return GROUPS.map((group) =>
    group.flatMap((service) => {
      const env = settings.get(service.name);
      return env === undefined ? [] : [{ service, env }];
    }),
  );
});
