import { z } from 'zod';
import { BusConfig } from '../bus/connect-options.ts';
import { KeysConfig } from '../protection/service-keys.ts';
import { DatabaseConfig } from '../storage/database-address.ts';

/** What every service reads from its environment. Addresses may contain credentials and are never logged. */
export const KitConfig = z.object({
  ...BusConfig.shape,
  ...KeysConfig.shape,
  ...DatabaseConfig.shape,
  /** Name of the service's own database; the service's name where left out. */
  MONGO_DATABASE: z.string().min(1).max(60).optional(),
  /** Port of `/livez`, `/readyz` and `/metrics`; 0 takes a free one. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Where the platform asks for health; every interface in a container, loopback elsewhere. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  /** Name of a preset, or path of a YAML file. */
  PROFILE: z.string().default('hr-full'),
  /** Least serious kind of line that is written. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Requests worked on at once. */
  WORK_AT_ONCE_MAX: z.coerce.number().int().min(1).default(64),
  /** Requests waiting beside those before the service says `overloaded`. */
  WORK_WAITING_MAX: z.coerce.number().int().min(0).default(256),
});
export type KitConfig = z.infer<typeof KitConfig>;

/** Reads the environment once through a schema and freezes it. Names what is wrong, never the value. */
export function readConfig<Schema extends z.ZodType>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable:\n  ${wrong.join('\n  ')}`);
  }
  return Object.freeze(parsed.data) as z.output<Schema>;
}
