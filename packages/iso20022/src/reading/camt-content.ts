import type { TextContent } from '../xml/parse-content.ts';

/**
 * The elements of a camt.052 or camt.053 that are read, as the schemas of versions 02 to 13 have them. Where these differ,
 * both forms are here: in version 02 a status and the name of a party are text, later they lie one element deeper.
 */
export interface GroupHeader {
  readonly CreDtTm: TextContent;
}

interface AmountContent {
  readonly '#text': string;
  readonly '@Ccy': string;
}

export interface Sided {
  readonly Amt: AmountContent;
  readonly CdtDbtInd: TextContent;
}

/** A choice between a day and a moment. */
export interface DateChoice {
  readonly Dt?: TextContent;
  readonly DtTm?: TextContent;
}

export interface AccountContent {
  readonly Id?: {
    readonly IBAN?: TextContent;
    readonly Othr?: {
      readonly Id: TextContent;
      readonly SchmeNm?: { readonly Cd?: TextContent; readonly Prtry?: TextContent };
    };
  };
  readonly Ccy?: TextContent;
  readonly Ownr?: { readonly Nm?: TextContent };
}

export interface BalanceContent extends Sided {
  readonly Tp: { readonly CdOrPrtry: { readonly Cd?: TextContent } };
  readonly CdtLine?: readonly { readonly Incl: TextContent }[];
  readonly Dt: DateChoice;
}

/** A `Stmt` or `Rpt` without its entries. */
export interface StatementContent {
  readonly Id: TextContent;
  readonly CreDtTm?: TextContent;
  readonly FrToDt?: { readonly ToDtTm: TextContent };
  readonly Acct: AccountContent;
  readonly Bal?: readonly BalanceContent[];
}

interface PartyContent {
  readonly Nm?: TextContent;
  readonly Pty?: { readonly Nm?: TextContent };
}

export interface TransactionCode {
  readonly BkTxCd?: {
    readonly Domn?: {
      readonly Cd: TextContent;
      readonly Fmly: { readonly Cd: TextContent; readonly SubFmlyCd: TextContent };
    };
    readonly Prtry?: { readonly Cd: TextContent };
  };
}

/** A `TxDtls`. */
export interface TransactionDetails extends TransactionCode {
  readonly Refs?: {
    readonly AcctSvcrRef?: TextContent;
    readonly EndToEndId?: TextContent;
    readonly MndtId?: TextContent;
  };
  readonly RltdPties?: {
    readonly Dbtr?: PartyContent;
    readonly DbtrAcct?: AccountContent;
    readonly Cdtr?: PartyContent;
    readonly CdtrAcct?: AccountContent;
  };
  readonly Purp?: { readonly Cd?: TextContent; readonly Prtry?: TextContent };
  readonly RmtInf?: {
    readonly Ustrd?: readonly TextContent[];
    readonly Strd?: readonly {
      readonly CdtrRefInf?: { readonly Ref?: TextContent };
      readonly AddtlRmtInf?: readonly TextContent[];
    }[];
  };
}

/** An `Ntry`. */
export interface EntryContent extends Sided, TransactionCode {
  readonly NtryRef?: TextContent;
  readonly Sts: string | { readonly Cd?: TextContent };
  readonly BookgDt?: DateChoice;
  readonly ValDt?: DateChoice;
  readonly AcctSvcrRef?: TextContent;
  readonly NtryDtls?: readonly { readonly TxDtls?: readonly TransactionDetails[] }[];
  readonly AddtlNtryInf?: TextContent;
}
