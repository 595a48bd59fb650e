import type { Amount } from '@xs2a/contracts';
import type { Fact, GrantedAccount } from './summary.ts';

/** A permission given by a PSU, or a standing order, in the language of the page. */
export interface Permission {
  /** The TPP of a permission, the payee of a standing order. */
  readonly title: string;
  readonly tppName: string;
  /** The page of its details. A form submitted below it withdraws it. */
  readonly path: string;
  readonly status: string;
  readonly isValid: boolean;
  /** Withdrawal, if the PSU can withdraw the permission here. */
  readonly withdrawal?: {
    readonly label: string;
    readonly hint: string;
    readonly question: string;
    readonly confirm: string;
    readonly keep: string;
  };
  /** Reason why a valid permission cannot be withdrawn here. */
  readonly cannotWithdraw?: string;
  /** Of a standing order, for each execution. */
  readonly amount?: string;
  readonly amountNote?: string;
  /** The same as it is stored, for programs. */
  readonly instructedAmount?: Amount;
  readonly accounts: readonly GrantedAccount[];
  readonly facts: readonly Fact[];
  readonly history: readonly { readonly at: string; readonly what: string; readonly by: string }[];
}

/** One page of a list of permissions. */
export interface Shown {
  readonly id: ListName;
  readonly count: number;
  readonly permissions: readonly Permission[];
  /** Where there are several pages: the first, the last, and those around the one shown. */
  readonly pages: readonly { readonly number: number; readonly href: string; readonly isCurrent: boolean }[];
  /** Of ended ones: whether the list is open at once. */
  readonly isUnfolded: boolean;
}

/** The lists of the overview. */
export type ListName = 'valid' | 'ended' | 'orders' | 'ordersEnded';
