export interface TestEnvironment {
  readonly portal?: string | undefined;
  /** Key for the inbox and the device of the PSU, if required. */
  readonly portalKey?: string;
  /** The mutual TLS listener, and the certificates of the sandbox's TPPs in the layout of `npm run xs2a -- certificates sandbox`. */
  readonly tlsUrl?: string | undefined;
  readonly certificates?: string | undefined;
  /** Port on which the suite receives notifications; the instance must permit `localhost:<port>`. */
  readonly receiverPort?: number | undefined;
  /** Whether an account has a report that is too long for one answer. */
  readonly longReports: boolean;
}
