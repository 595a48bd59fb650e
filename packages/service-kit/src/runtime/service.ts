import type { DynamicModule, INestApplication, Type } from '@nestjs/common';
import type { AspspProfile, ServiceName } from '@xs2a/contracts';
import type { z } from 'zod';
import type { WorkScopes } from '../context/work-scopes.ts';
import type { PersonalData } from '../personal-data/personal-data.ts';
import type { KeyPair } from '../settings/check-files.ts';
import type { ListenerVariables } from '../settings/check-listeners.ts';
import type { Database } from '../storage/database.ts';
import type { StoredCollection } from '../storage/stored-collection.ts';
import type { Handler, Job } from './handler.ts';
import type { Kit } from './kit.ts';
import type { UnsafeSetting } from './unsafe-settings.ts';

/** Definition of a service: its configuration, its stored documents, and how its context serves operations and jobs. */
export interface Service<Config extends z.ZodObject = z.ZodObject, Context = unknown> {
  readonly name: ServiceName;
  /** Each service has its own version, because it is released separately. Shown at start, in metrics and at `/readyz`. */
  readonly version: string;
  readonly config: Config;
  /** Abilities that earlier versions lack, if other services must know before they rely on them. */
  readonly abilities?: readonly string[];
  /** The service uses operations of `PROTECTED_OPERATIONS` and does not start without keys. */
  readonly usesKeys?: true;
  /** Settings with which the service refuses to start. */
  readonly unsafeSettings?: readonly UnsafeSetting<z.output<Config>>[];
  /** Further variables with file names, besides those ending in `_FILE`. */
  readonly files?: readonly string[];
  /** Variables of certificates and their private keys, which must match. */
  readonly keyPairs?: readonly KeyPair[];
  /** Variables of its listeners, besides `HEALTH_PORT`. */
  readonly listeners?: readonly ListenerVariables[];
  /** Throws a `SettingsRefusal` if the content of a file is unusable, or if settings and profile contradict each other. */
  readonly checkSettings?: (given: { config: z.output<Config>; profile: AspspProfile }) => void | Promise<void>;
  /** Works without its database from data it has read before, and stays ready (decision 46). */
  readonly survivesDatabase?: true;
  /** Empty for a service without a database. */
  readonly collections: readonly StoredCollection[];
  /** Data about PSUs in its collections, in the order of an erasure. */
  readonly personalData?: PersonalData;
  /** How a program divides the work of the service. Absent for a service by itself. */
  readonly scopes?: (database: Database) => WorkScopes;
  /** Creates the context of the use cases once, before any request. */
  readonly createContext: (kit: Kit<z.output<Config>>) => Context | Promise<Context>;
  /** Bus operations and their use cases. */
  readonly handlers?: readonly Handler<NoInfer<Context>>[];
  readonly jobs?: readonly Job<NoInfer<Context>>[];
  /** Runs before the first request; readiness waits for it. */
  readonly onStart?: (context: NoInfer<Context>) => void | Promise<void>;
  /** Runs after the last request, while bus and database are still connected. */
  readonly onStop?: (context: NoInfer<Context>) => void | Promise<void>;
  /** Only for services with HTTP: gateway and portal. */
  readonly http?: {
    /** Nest module with the controllers, which inject the context with `@Inject(CONTEXT)`. */
    readonly module: Type;
    readonly host: (config: z.output<Config>) => string;
    readonly port: (config: z.output<Config>) => number;
    /** Seconds for which it keeps serving after SIGTERM, so that load balancers stop sending before it stops listening. */
    readonly drainSeconds: (config: z.output<Config>) => number;
    /** Addresses shared by many clients, such as proxies. */
    readonly sharedAddresses: (config: z.output<Config>) => (address: string) => boolean;
    /** Creates the Nest application of the module, to which the kit adds the context. */
    readonly create: (
      module: DynamicModule,
      kit: Kit<z.output<Config>>,
      context: NoInfer<Context>,
    ) => Promise<INestApplication>;
  };
}

export function defineService<Config extends z.ZodObject, Context>(
  service: Service<Config, Context>,
): Service<Config, Context> {
  return service;
}
