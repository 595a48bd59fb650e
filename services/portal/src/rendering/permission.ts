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
  /** Amount of each execution of a standing order. */
  readonly amount?: string;
  readonly amountNote?: string;
  /** The amount as stored, for programs. */
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
  /** If there are several pages: the first, the last, and those around the present one. */
  readonly pages: readonly { readonly number: number; readonly href: string; readonly isCurrent: boolean }[];
  /** Whether a list of ended permissions is initially open. */
  readonly isUnfolded: boolean;
}

/** The lists of the overview. */
export type ListName = 'valid' | 'ended' | 'orders' | 'ordersEnded';
