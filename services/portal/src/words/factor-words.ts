import type { OwnFactor } from '@xs2a/contracts';

/** The texts for built-in factors: on their own page, and on the pages where they are used. */
export interface FactorWords {
  readonly heading: string;
  readonly lead: string;
  /** On the permission overview. */
  readonly open: string;
  readonly openHint: string;
  readonly back: string;
  readonly signInAgain: string;
  readonly kinds: Readonly<
    Record<OwnFactor, { readonly heading: string; readonly text: string; readonly none: string; readonly add: string }>
  >;
  readonly app: {
    readonly name: string;
    readonly heading: string;
    readonly lead: string;
    readonly scan: string;
    readonly picture: string;
    readonly orType: string;
    readonly code: string;
    readonly submit: string;
  };
  readonly make: {
    readonly heading: string;
    readonly lead: string;
    readonly name: string;
    readonly nameGiven: string;
    readonly nameHint: string;
    readonly submit: string;
    readonly failed: string;
  };
  readonly approve: {
    readonly heading: string;
    readonly text: string;
    readonly with: (names: string) => string;
    readonly submit: string;
    readonly failed: string;
  };
  /** Replaces `approve` at the sign-in, which approves nothing. */
  readonly signIn: { readonly heading: string; readonly text: string; readonly submit: string };
  readonly added: string;
  readonly lastUsed: string;
  readonly neverUsed: string;
  readonly remove: string;
  readonly needsScript: string;
}
