import { readExtract } from './certificates/tpp-register.ts';
import { readTrust } from './certificates/trust-files.ts';
import type { GatewayConfig } from './config.ts';

/** Reads the files about TPPs once before the start. Throws a refusal if one of them is unusable. */
export async function checkSettings({ config }: { config: GatewayConfig }): Promise<void> {
  await readTrust(config, { warn: () => undefined }, () => new Date());
  const { TPP_REGISTER, TPP_REGISTER_FILE } = config;
  if (TPP_REGISTER !== 'off' && TPP_REGISTER_FILE !== undefined) await readExtract(TPP_REGISTER_FILE);
}
