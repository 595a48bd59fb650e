import type { AspspProfile } from '@xs2a/contracts';
import type { z } from 'zod';
import { type BusConfig, connectOptions } from '../bus/connect-options.ts';
import { collectorOf, TRACING_FILES, type TracingConfig } from '../observability/tracing-config.ts';
import { loadProfile } from '../profile/load-profile.ts';
import { readServiceKeys, type ServiceKeys } from '../protection/service-keys.ts';
import { mismatchedKeyPairs, unreadableFiles } from '../settings/check-files.ts';
import { unavailableListeners } from '../settings/check-listeners.ts';
import { faultsOf, type SettingFault, SettingsRefusal } from '../settings/settings-refusal.ts';
import { unknownVariables } from '../settings/unknown-variables.ts';
import { type DatabaseConfig, databaseAddress } from '../storage/database-address.ts';
import { KitConfig, parseVariables } from './config.ts';
import type { Service } from './service.ts';
import { findUnsafe } from './unsafe-settings.ts';

/** Settings of a service at start. */
export interface Settings<Config> {
  readonly config: Config & KitConfig;
  readonly profile: AspspProfile;
  /** Undefined if the service neither signs nor seals. */
  readonly keys: ServiceKeys | undefined;
  /** Unknown variables that look like settings. In a sandbox they are only reported, because it runs in a developer's shell. */
  readonly ignored: readonly SettingFault[];
}

const HEALTH = { host: 'HEALTH_HOST', port: 'HEALTH_PORT' };
/** Variables with the certificates of authorities that servers are verified against. */
const SERVER_AUTHORITIES = ['NATS_CA_FILE', 'MONGO_CA_FILE', 'OTEL_EXPORTER_OTLP_CERTIFICATE'];
const SERVER_KEY_PAIRS = [
  ['NATS_CERTIFICATE_FILE', 'NATS_KEY_FILE'],
  ['MONGO_CERTIFICATE_FILE', 'MONGO_KEY_FILE'],
  ['OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE', 'OTEL_EXPORTER_OTLP_CLIENT_KEY'],
] as const;

/**
 * Reads the environment and all files it names, before any connection. Throws one refusal with all faults, so that an operator
 * sees them in a single start.
 */
export async function readSettings<Config extends z.ZodObject, Context>(
  service: Service<Config, Context>,
  env: NodeJS.ProcessEnv,
): Promise<Settings<z.output<Config>>> {
  const parsed = parseVariables(KitConfig.extend(service.config.shape), env);
  // A faulty variable has its default here. The configuration does not leave this function then.
  const config = parsed.values as z.output<Config> & KitConfig;
  const { keyPairs = [], files = [], listeners = [] } = service;
  const unreadable = unreadableFiles(config, [...files, ...TRACING_FILES, ...keyPairs.flat()]);
  const wrong = [...parsed.faults, ...unreadable];
  let profile: AspspProfile | undefined;
  let keys: ServiceKeys | undefined;
  const contradicting = [
    ...findUnsafe(service.unsafeSettings ?? [], config, env),
    ...mismatchedKeyPairs(config, [...SERVER_KEY_PAIRS, ...keyPairs]),
    ...(await faultsOf(() => connectOptions(withoutKeyPairs(config)))),
    ...(await faultsOf(() => service.collections.length > 0 && databaseAddress(withoutKeyPairs(config)))),
    ...(await faultsOf(() => collectorOf(withoutKeyPairs(config)))),
    ...(await faultsOf(() => {
      if (service.usesKeys === true) keys = readServiceKeys(service.name, config);
    })),
    ...(await faultsOf(() => {
      profile = loadProfile(config.PROFILE);
    })),
    ...(await unavailableListeners(config, [HEALTH, ...listeners])),
  ];
  // With an invalid profile, settings that depend on it cannot be checked.
  if (profile !== undefined && service.checkSettings !== undefined) {
    const given = { config, profile };
    const faults = faultsOf(() => service.checkSettings?.(given)).catch((error: unknown) => {
      // The check stopped at a file that is already reported.
      if (unreadable.length === 0) throw error;
      return [];
    });
    contradicting.push(...(await faults));
  }
  const unknown = unknownVariables(env);
  const ignored = env['SANDBOX'] === 'true' ? unknown : [];
  const faults = [
    ...(ignored.length > 0 ? [] : unknown),
    ...wrong,
    ...contradicting.filter((one) => !isNamed(one, wrong)),
  ];
  if (faults.length > 0 || profile === undefined) throw new SettingsRefusal(faults);
  Object.freeze(config);
  return { config, profile, keys, ignored };
}

/** Variables of the certificates that end: its own, and those of its servers' authorities. Lists of TPPs' issuers are not among them. */
export function certificateVariables({ keyPairs = [] }: Pick<Service, 'keyPairs'>): string[] {
  return [...SERVER_AUTHORITIES, ...[...SERVER_KEY_PAIRS, ...keyPairs].map(([certificate]) => certificate)];
}

/** TLS files are checked like those of any certificate. */
function withoutKeyPairs(config: KitConfig): BusConfig & DatabaseConfig & TracingConfig {
  const pairs: readonly string[] = SERVER_KEY_PAIRS.flat();
  return Object.fromEntries(Object.entries(config).filter(([name]) => !pairs.includes(name))) as KitConfig;
}

/** Whether a fault only follows from a faulty variable and is not reported. */
function isNamed({ variable }: SettingFault, faults: readonly SettingFault[]): boolean {
  return faults.some((one) => one.variable === variable);
}
