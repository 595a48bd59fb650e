import type { AspspProfile } from '@xs2a/contracts';
import { faultsOf, SettingsRefusal } from '@xs2a/service-kit';
import type { ScaConfig } from './config.ts';
import { checkIdentityProvider } from './identity-provider/provider-settings.ts';
import { checkFactorKey } from './keys/factor-key.ts';
import { checkPasswordKeys } from './keys/password-keys.ts';

/** Reads the key files once before the start. Throws a refusal that names every unusable file. */
export async function checkSettings({
  config,
  profile,
}: {
  config: ScaConfig;
  profile: Pick<AspspProfile, 'ownFactors' | 'psuSignIn' | 'identityProvider'>;
}): Promise<void> {
  const faults = [
    ...(await faultsOf(() => checkFactorKey(config, profile))),
    ...(await faultsOf(() => checkPasswordKeys(config))),
    ...(await faultsOf(() => checkIdentityProvider(config, profile))),
  ];
  if (faults.length > 0) throw new SettingsRefusal(faults);
}
