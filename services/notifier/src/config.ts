import { z } from 'zod';

/** Environment of the notifier. */
export const NotifierConfig = z.object({
  /** PEM file: client certificate presented to TPPs, with its chain. Optional. Files are read again for each notification. */
  NOTIFIER_TLS_CERTIFICATE: z.string().optional(),
  /** PEM file: private key of the client certificate. */
  NOTIFIER_TLS_KEY: z.string().optional(),
  /** PEM file: authorities trusted for TPP receivers. If unset, those of Node.js. */
  NOTIFIER_TRUST_LIST: z.string().optional(),
  /** Receivers (`host:port`, comma-separated) that need neither a public address nor TLS. Sandbox only. Same value as at the gateway. */
  NOTIFICATION_PERMITTED_HOSTS: z.string().default(''),
  /** `true`: receivers may be permitted by name. Any other value means production. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type NotifierConfig = z.infer<typeof NotifierConfig>;
