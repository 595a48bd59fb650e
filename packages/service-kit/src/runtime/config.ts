import { z } from 'zod';
import { BusConfig } from '../bus/connect-options.ts';
import { TracingConfig } from '../observability/tracing-config.ts';
import { KeysConfig } from '../protection/service-keys.ts';
import { type SettingFault, SettingsRefusal } from '../settings/settings-refusal.ts';
import { DatabaseConfig } from '../storage/database-address.ts';

/** Environment variables of every service. Addresses may contain credentials and are never logged. */
export const KitConfig = z.object({
  ...BusConfig.shape,
  ...KeysConfig.shape,
  ...TracingConfig.shape,
  ...DatabaseConfig.shape,
  /** Name of the service's own database; default: the service's name. */
  MONGO_DATABASE: z.string().min(1).max(60).optional(),
  /** Port of `/livez`, `/readyz` and `/metrics`; 0 selects a free one. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Address for health probes: all interfaces in a container, loopback otherwise. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  /** Name of a preset or path of a YAML file. */
  PROFILE: z.string().default('hr-full'),
  /** Minimum severity of log lines. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Maximum number of requests processed at once. */
  WORK_AT_ONCE_MAX: z.coerce.number().int().min(1).default(64),
  /** Maximum number of waiting requests before the service answers `overloaded`. */
  WORK_WAITING_MAX: z.coerce.number().int().min(0).default(256),
});
export type KitConfig = z.infer<typeof KitConfig>;

/** Parses the variables of a schema, and returns their faults. A faulty variable gets its default, if there is one. */
export function parseVariables<Schema extends z.ZodObject>(
  { shape }: Schema,
  env: NodeJS.ProcessEnv,
): { values: z.output<Schema>; faults: SettingFault[] } {
  const faults: SettingFault[] = [];
  const values = Object.entries(shape).flatMap(([variable, type]) => {
    const field = type as z.ZodType;
    const given = env[variable] === '' ? undefined : env[variable];
    const parsed = field.safeParse(given);
    if (!parsed.success) faults.push({ variable, text: parsed.error.issues.map(({ message }) => message).join(', ') });
    const { data } = parsed.success ? parsed : field.safeParse(undefined);
    return data === undefined ? [] : [[variable, data] as const];
  });
  return { values: Object.fromEntries(values) as z.output<Schema>, faults };
}

/** Reads the environment once through a schema and freezes it. Throws with all faults, without the values. */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const { values, faults } = parseVariables(schema, env);
  if (faults.length > 0) throw new SettingsRefusal(faults);
  Object.freeze(values);
  return values;
}
