import type { DynamicModule, INestApplication, Type } from '@nestjs/common';
import type { AspspProfile, ServiceName } from '@xs2a/contracts';
import type { z } from 'zod';
import type { ClockOwner } from '../sandbox-clock/clocks.ts';
import type { KeyPair } from '../settings/check-files.ts';
import type { ListenerVariables } from '../settings/check-listeners.ts';
import type { StoredCollection } from '../storage/stored-collection.ts';
import type { Handler, Job } from './handler.ts';
import type { Kit } from './kit.ts';
import type { UnsafeSetting } from './unsafe-settings.ts';

/** Definition of a service: its configuration, its stored documents, and how its context serves operations and jobs. */
export interface Service<Config extends z.ZodObject = z.ZodObject, Context = unknown> {
  readonly name: ServiceName;
  /** Of its own: each service is released alone. It says it at start, in metrics and at `/readyz`. */
  readonly version: string;
  readonly config: Config;
  /** Abilities of this version that earlier versions lack, where others must know before they rely on them. */
  readonly abilities?: readonly string[];
  /** It asks or answers operations of `PROTECTED_OPERATIONS`, and does not start without keys. */
  readonly usesKeys?: true;
  /** Settings with which it does not start. */
  readonly unsafeSettings?: readonly UnsafeSetting<z.output<Config>>[];
  /** Variables that name a file to read, beside those that end with `_FILE`. */
  readonly files?: readonly string[];
  /** Variables of certificates and their private keys, which must fit. */
  readonly keyPairs?: readonly KeyPair[];
  /** Variables of what it listens at, beside `HEALTH_PORT`. */
  readonly listeners?: readonly ListenerVariables[];
  /** Throws a `SettingsRefusal` where the content of a file is of no use, or where settings and profile contradict each other. */
  readonly checkSettings?: (given: { config: z.output<Config>; profile: AspspProfile }) => void | Promise<void>;
  /** Without its database it still does its work, with what it read before: it stays ready (decision 46). */
  readonly survivesDatabase?: true;
  /** Empty: the service has no database. */
  readonly collections: readonly StoredCollection[];
  /** Whose clock decides in a sandbox, where time may pass for one developer alone. Left out: its time is that of all. */
  readonly clockOf?: ClockOwner;
  /** Makes what the use cases work with, once, before anything is served. */
  readonly createContext: (kit: Kit<z.output<Config>>) => Context | Promise<Context>;
  /** Operations of the bus and the use cases that answer them. */
  readonly handlers?: readonly Handler<NoInfer<Context>>[];
  readonly jobs?: readonly Job<NoInfer<Context>>[];
  /** Runs before the first request; readiness waits for it. */
  readonly onStart?: (context: NoInfer<Context>) => void | Promise<void>;
  /** Runs after the last request, while bus and database are still there. */
  readonly onStop?: (context: NoInfer<Context>) => void | Promise<void>;
  /** Only the gateway and the portal speak HTTP. */
  readonly http?: {
    /** Nest's module with the controllers. They take the context by `@Inject(CONTEXT)`. */
    readonly module: Type;
    readonly host: (config: z.output<Config>) => string;
    readonly port: (config: z.output<Config>) => number;
    /** Seconds for which it serves on after SIGTERM, so that load balancers stop sending before it stops listening. */
    readonly drainSeconds: (config: z.output<Config>) => number;
    /** Addresses behind which there are many clients. */
    readonly sharedAddresses: (config: z.output<Config>) => (address: string) => boolean;
    /** Makes Nest's application of the module, to which the kit adds the context. */
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
