/** One line of a summary. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly detail?: string;
  readonly isAccount?: true;
}

/** An account as people read it, and what may be read of it. */
export interface GrantedAccount {
  readonly id: string;
  readonly name?: string;
  readonly rights: readonly string[];
}

/** Whom a bulk payment pays. */
interface Payee {
  readonly name: string;
  readonly account: string;
  readonly amount: string;
}

/** What is said of one order or request. */
export interface Details {
  /** One for each currency. */
  readonly amounts?: readonly string[];
  readonly amountLabel?: string;
  readonly amountNote?: string;
  readonly facts: readonly Fact[];
  /** Of a request for accounts; empty while there are none to show. */
  readonly accounts?: readonly GrantedAccount[];
  readonly noAccounts?: string;
  readonly payees?: readonly Payee[];
  /** Payees that are not shown. */
  readonly morePayees?: string;
}

/** What is to be approved, in the words and forms of a language: exactly what the code is bound to. */
export interface Summary extends Details {
  readonly title: string;
  /** What must not be overlooked. */
  readonly badge?: string;
  /** The orders of a basket. */
  readonly members?: readonly (Details & { readonly title: string })[];
}
