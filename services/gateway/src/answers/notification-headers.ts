import type { Call } from '../request/call.ts';

/**
 * Sets the headers that tell the TPP whether it will be notified, and of which events (decision 27). Neither is sent if it did
 * not ask, or if the bank does not offer notifications.
 */
export function setNotificationHeaders({ notification, res }: Pick<Call, 'notification' | 'res'>): void {
  if (notification === undefined) return;
  res?.setHeader('ASPSP-Notification-Support', String(notification !== 'refused'));
  if (notification === 'refused') return;
  res?.setHeader('ASPSP-Notification-Content', `status=${notification.contents.join(',')}`);
}
