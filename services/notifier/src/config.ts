import { z } from 'zod';

/** Environment of the notifier. */
export const NotifierConfig = z.object({
  /** PEM file: certificate that the bank shows to TPPs, with those of its issuers; left out: none. Read with every message, as all files here. */
  NOTIFIER_TLS_CERTIFICATE: z.string().optional(),
  /** PEM file: its private key. */
  NOTIFIER_TLS_KEY: z.string().optional(),
  /** PEM file: authorities that vouch for the receivers of TPPs; those that Node knows where left out. */
  NOTIFIER_TRUST_LIST: z.string().optional(),
  /** `host:port` of receivers that need no public address and no TLS, with commas between; only in the sandbox. The same as the gateway's. */
  NOTIFICATION_PERMITTED_HOSTS: z.string().default(''),
  /** `true`: receivers may be permitted by name. Anything else is a bank in earnest. */
  SANDBOX: z.enum(['true', 'false']).default('false'),
});
export type NotifierConfig = z.infer<typeof NotifierConfig>;
