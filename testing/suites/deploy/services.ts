import { service as accounts } from '@xs2a/accounts';
import { service as bank } from '@xs2a/bank';
import { service as consent } from '@xs2a/consent';
import { service as gateway } from '@xs2a/gateway';
import { service as notifier } from '@xs2a/notifier';
import { service as oauth } from '@xs2a/oauth';
import { service as payments } from '@xs2a/payments';
import { service as portal } from '@xs2a/portal';
import { service as sandboxGateway } from '@xs2a/sandbox-gateway';
import { service as sandboxPortal } from '@xs2a/sandbox-portal';
import { service as sca } from '@xs2a/sca';
import type { KitConfig, UnsafeSetting } from '@xs2a/service-kit';
import type { z } from 'zod';

export type ServiceName =
  | 'accounts'
  | 'bank'
  | 'consent'
  | 'gateway'
  | 'notifier'
  | 'oauth'
  | 'payments'
  | 'portal'
  | 'sca';

/** Parts of a service's definition that determine its deployment. */
interface Definition {
  readonly name: string;
  readonly config: z.ZodObject;
  readonly isStoring: boolean;
  readonly isListening: boolean;
  readonly unsafeSettings: readonly UnsafeSetting<KitConfig>[];
}

const ALL = [accounts, bank, consent, gateway, notifier, oauth, payments, portal, sca] as const;

/** Collections, listeners and environment of all services, as in production. */
export const SERVICES = definitionsOf(ALL);

/** The same with the settings of the sandbox, as the overlay `sandbox` runs them. */
export const SANDBOX_SERVICES = { ...SERVICES, ...definitionsOf([sandboxGateway, sandboxPortal]) };

interface Declared {
  readonly name: string;
  readonly config: z.ZodObject;
  readonly collections: readonly unknown[];
  readonly http?: unknown;
  readonly unsafeSettings?: readonly unknown[] | undefined;
}

function definitionsOf(services: readonly Declared[]): Readonly<Record<ServiceName, Definition>> {
  const rows = services.map(({ name, config, collections, http, unsafeSettings = [] }): [string, Definition] => [
    name,
    {
      name,
      config,
      isStoring: collections.length > 0,
      isListening: http !== undefined,
      unsafeSettings: unsafeSettings as Definition['unsafeSettings'],
    },
  ]);
  return Object.fromEntries(rows) as Readonly<Record<ServiceName, Definition>>;
}
