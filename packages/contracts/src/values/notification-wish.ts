import { z } from 'zod';

/** Contents of notifications for a TPP (decision 27): each scaStatus, each status of the resource, the last one. */
export const NotificationContent = z.enum(['SCA', 'PROCESS', 'LAST']);
export type NotificationContent = z.infer<typeof NotificationContent>;

/** Address and contents of the notifications that a TPP wants, as far as the bank offers them. */
export const NotificationWish = z.object({
  uri: z.string().max(2_048),
  contents: z.array(NotificationContent).min(1),
});
export type NotificationWish = z.infer<typeof NotificationWish>;
