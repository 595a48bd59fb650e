import { z } from 'zod';

/**
 * What a TPP may be notified of (decision 27): each scaStatus, each status of the resource, the last one.
 */
export const NotificationContent = z.enum(['SCA', 'PROCESS', 'LAST']);
export type NotificationContent = z.infer<typeof NotificationContent>;

/** Where and of what a TPP wants to be notified, as far as the bank offers it. */
export const NotificationWish = z.object({
  uri: z.string().max(2_048),
  contents: z.array(NotificationContent).min(1),
});
export type NotificationWish = z.infer<typeof NotificationWish>;
