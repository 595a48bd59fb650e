import { type AspspProfile, PROFILE_PRESETS } from '@xs2a/contracts';
import { SettingsRefusal } from '@xs2a/service-kit';
import type { PortalConfig } from './config.ts';

const DEMO_BANK = PROFILE_PRESETS['hr-full'].aspspName;

/** Refuses the bank name of the sandbox in production: every page must show whose it is. */
export function checkSettings({ config, profile }: { config: PortalConfig; profile: AspspProfile }): void {
  if (config.SANDBOX === 'true' || profile.aspspName !== DEMO_BANK) return;
  const text = `aspspName must be set outside the sandbox: ${DEMO_BANK} is the bank of the sandbox`;
  throw new SettingsRefusal([{ variable: 'PROFILE', text }]);
}
