/** One line of a summary. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly detail?: string;
  readonly isAccount?: true;
  /** Stays visible while the other details are folded. */
  readonly isKey?: true;
  /** Warning or advice about the value, for the PSU before it approves. */
  readonly remark?: Remark;
}

/** A remark beside a value. */
interface Remark {
  readonly title: string;
  readonly text: string;
  readonly tone: 'care' | 'warning';
}

/** An account in the format for people, and the rights on it. */
export interface GrantedAccount {
  readonly id: string;
  readonly name?: string;
  readonly rights: readonly string[];
}

/** A payee of a bulk payment. */
interface Payee {
  readonly name: string;
  readonly account: string;
  readonly amount: string;
  /** Result of the verification of payee. */
  readonly note?: string;
}

/** The details of one order or request. */
export interface Details {
  /** One amount for each currency. */
  readonly amounts?: readonly string[];
  readonly amountLabel?: string;
  readonly amountNote?: string;
  readonly facts: readonly Fact[];
  /** Present in a request for accounts. Empty while no account can be shown. */
  readonly accounts?: readonly GrantedAccount[];
  readonly noAccounts?: string;
  /** The account itself is approved, so it stays visible while the other details are folded. */
  readonly isOfOneAccount?: true;
  readonly payees?: readonly Payee[];
  /** Payees whose names are no match. */
  readonly payeesInDoubt?: readonly Payee[];
  readonly morePayeesInDoubt?: string;
  /** States how many payees are not shown. */
  readonly morePayees?: string;
}

/** Content for approval in the language of the page: exactly the content to which the code is linked. */
export interface Summary extends Details {
  readonly title: string;
  /** Highlighted above the title. */
  readonly badge?: string;
  /** Approving and declining have equal weight. */
  readonly needsCare?: true;
  /** The orders of a basket. */
  readonly members?: readonly (Details & { readonly title: string })[];
}
