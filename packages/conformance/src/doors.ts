export interface Doors {
  readonly portal?: string | undefined;
  /** The mutual TLS listener, and the certificates of the sandbox's TPPs by the layout of `npm run certs`. */
  readonly tlsUrl?: string | undefined;
  readonly certificates?: string | undefined;
  /** Where the suite listens on this machine for what it is told of statuses; `localhost:<port>` must be permitted. */
  readonly receiverPort?: number | undefined;
  /** Whether an account has a report that is too long for one answer. */
  readonly longReports: boolean;
}
