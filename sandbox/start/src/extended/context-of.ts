import type { Service } from '@xs2a/service-kit';
import type { z } from 'zod';

/** Context of the use cases of a service. */
export type ContextOf<Defined> =
  Defined extends Service<infer _Config extends z.ZodObject, infer Context> ? Context : never;
