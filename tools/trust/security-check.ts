/** Tests that prove a check: all of a file, or those whose full title contains a text. */
export interface Evidence {
  readonly file: string;
  readonly title?: string;
}

/** Question of a security officer, and the tests that answer it. */
export interface SecurityCheck {
  readonly number: number;
  readonly statement: string;
  readonly evidence: readonly Evidence[];
  /** Part that does not hold yet, with the reason. */
  readonly notYet?: string;
}
