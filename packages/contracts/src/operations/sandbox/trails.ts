import { z } from 'zod';
import { operation } from '../operation.ts';
import { SandboxId } from './bounded-texts.ts';
import { DEVELOPER_TPP } from './request-log.ts';

/** An event of a resource: a status change, a message about it, or a notification. */
export const TrailEvent = z.object({ at: z.string(), what: z.string() });
export type TrailEvent = z.infer<typeof TrailEvent>;

const agreement = {
  hop: 'read',
  /** `id` of a consent, payment or basket. */
  request: z.object({ tppId: SandboxId, id: SandboxId }),
  reply: z.object({ events: z.array(TrailEvent) }),
} as const;

/** Reads the history of a resource of a developer's TPP from its owner. Empty for resources of other TPPs. */
export const readConsentTrail = operation('consent.readTrail', agreement);
export const readPaymentTrail = operation('payments.readTrail', agreement);
/** Reads the history of its authorisations. */
export const readAuthorisationTrail = operation('sca.readTrail', agreement);
/** Reads the history of its notifications. */
export const readNotificationTrail = operation('notifier.readTrail', agreement);

/** Registered in a sandbox: production has no such TPP and returns nothing. */
export function isDeveloperTpp(tppId: string): boolean {
  return tppId.startsWith(DEVELOPER_TPP);
}
