/** Tests that show a check: all of a file, or those whose full title contains a text. */
export interface Evidence {
  readonly file: string;
  readonly title?: string;
}

/** What a security officer asks of the service, and the tests that answer. */
export interface SecurityCheck {
  readonly number: number;
  readonly statement: string;
  readonly evidence: readonly Evidence[];
  /** What of it cannot hold yet, and why. */
  readonly notYet?: string;
}
