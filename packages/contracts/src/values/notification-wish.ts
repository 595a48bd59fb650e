import { z } from 'zod';

/**
 * What a TPP may be told of without asking (decision 27): each scaStatus, each status of the resource, the last one.
 */
export const NotificationContent = z.enum(['SCA', 'PROCESS', 'LAST']);
export type NotificationContent = z.infer<typeof NotificationContent>;

/** Where a TPP wants to be told, and of what, as far as the bank does that. */
export const NotificationWish = z.object({
  uri: z.string().max(2_048),
  contents: z.array(NotificationContent).min(1),
});
export type NotificationWish = z.infer<typeof NotificationWish>;
