import type { TextContent } from '../xml/content-of.ts';

/**
 * Elements that are read from a camt.052, camt.053 or camt.054, as in the schemas of versions 02 to 13. Differing forms are both
 * included: in version 02, a status and the name of a party are text; later they are one level deeper.
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

/** A choice between a date and a time. */
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
  readonly Nm?: TextContent;
  readonly Ownr?: { readonly Nm?: TextContent };
  readonly Svcr?: AgentContent;
}

/** A bank. In version 02, the element of its BIC has another name. */
export interface AgentContent {
  readonly FinInstnId?: { readonly BICFI?: TextContent; readonly BIC?: TextContent };
}

export interface BalanceContent extends Sided {
  readonly Tp: { readonly CdOrPrtry: { readonly Cd?: TextContent } };
  readonly CdtLine?: readonly { readonly Incl: TextContent }[];
  readonly Dt: DateChoice;
}

/** A `Stmt`, `Rpt` or `Ntfctn` without its entries. */
export interface StatementContent {
  readonly Id: TextContent;
  readonly CreDtTm?: TextContent;
  readonly FrToDt?: { readonly ToDtTm: TextContent };
  readonly Acct: AccountContent;
  readonly Bal?: readonly BalanceContent[];
}

interface PersonIdentification {
  readonly Id?: TextContent;
  readonly SchmeNm?: { readonly Prtry?: TextContent };
}
interface PersonContent {
  readonly Nm?: TextContent;
  /** One or several. */
  readonly Id?: { readonly PrvtId?: { readonly Othr?: PersonIdentification | readonly PersonIdentification[] } };
}
export interface PartyContent extends PersonContent {
  readonly Pty?: PersonContent;
}

interface RatedAmount {
  readonly Amt?: AmountContent;
  readonly CcyXchg?: RateContent;
}
export interface RateContent {
  readonly SrcCcy: TextContent;
  readonly TrgtCcy?: TextContent;
  readonly UnitCcy?: TextContent;
  readonly XchgRate: TextContent;
  readonly CtrctId?: TextContent;
  readonly QtnDt?: TextContent;
}
export interface AmountDetails {
  readonly InstdAmt?: RatedAmount;
  readonly TxAmt?: RatedAmount;
  readonly CntrValAmt?: RatedAmount;
  readonly AnncdPstngAmt?: RatedAmount;
  readonly PrtryAmt?: readonly RatedAmount[];
}

export interface ReferenceContent {
  readonly CdtrRefInf?: {
    readonly Tp?: {
      readonly CdOrPrtry?: { readonly Cd?: TextContent; readonly Prtry?: TextContent };
      readonly Issr?: TextContent;
    };
    readonly Ref?: TextContent;
  };
  readonly AddtlRmtInf?: readonly TextContent[];
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
    readonly ChqNb?: TextContent;
  };
  /** For an item of a batch, from version 04 on; in version 02 the amount is in `AmtDtls`. */
  readonly Amt?: AmountContent;
  readonly CdtDbtInd?: TextContent;
  readonly AmtDtls?: AmountDetails;
  readonly RltdPties?: {
    readonly Dbtr?: PartyContent;
    readonly DbtrAcct?: AccountContent;
    readonly UltmtDbtr?: PartyContent;
    readonly Cdtr?: PartyContent;
    readonly CdtrAcct?: AccountContent;
    readonly UltmtCdtr?: PartyContent;
  };
  readonly RltdAgts?: { readonly DbtrAgt?: AgentContent; readonly CdtrAgt?: AgentContent };
  readonly Purp?: { readonly Cd?: TextContent; readonly Prtry?: TextContent };
  readonly RmtInf?: {
    readonly Ustrd?: readonly TextContent[];
    readonly Strd?: readonly ReferenceContent[];
  };
  readonly AddtlTxInf?: TextContent;
}

/** An `Ntry`. */
export interface EntryContent extends Sided, TransactionCode {
  readonly NtryRef?: TextContent;
  readonly Sts: string | { readonly Cd?: TextContent };
  readonly BookgDt?: DateChoice;
  readonly ValDt?: DateChoice;
  readonly AcctSvcrRef?: TextContent;
  readonly AmtDtls?: AmountDetails;
  readonly NtryDtls?: readonly {
    readonly Btch?: string | { readonly NbOfTxs?: TextContent };
    readonly TxDtls?: readonly TransactionDetails[];
  }[];
  readonly AddtlNtryInf?: TextContent;
}
