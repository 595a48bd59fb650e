import type { ServiceName } from '@xs2a/contracts';
import type { Service, UnsafeSetting } from '@xs2a/service-kit';

/** The services as the sandbox runs them. Each is loaded where it is started. */
const SERVICES: Record<ServiceName, () => Promise<{ readonly service: unknown }>> = {
  accounts: () => import('./extended/accounts.ts'),
  bank: () => import('@xs2a/bank'),
  consent: () => import('./extended/consent.ts'),
  gateway: () => import('@xs2a/sandbox-gateway'),
  notifier: () => import('./extended/notifier.ts'),
  oauth: () => import('@xs2a/oauth'),
  payments: () => import('./extended/payments.ts'),
  portal: () => import('@xs2a/sandbox-portal'),
  sca: () => import('./extended/sca.ts'),
};
/** It shows one-time codes: nobody may start it by mistake. */
const IS_SANDBOX: UnsafeSetting = {
  variable: 'SANDBOX',
  isUnsafe: (_, env) => env['SANDBOX'] !== 'true',
  text: 'must be true: this program is the sandbox, and none for customers of a bank',
};

export function isServiceName(name: string | undefined): name is ServiceName {
  return name !== undefined && Object.hasOwn(SERVICES, name);
}

export async function loadService(name: ServiceName): Promise<Service> {
  const service = (await SERVICES[name]()).service as Service;
  const unsafeSettings = [...(service.unsafeSettings ?? []), IS_SANDBOX];
  return { ...service, unsafeSettings };
}
