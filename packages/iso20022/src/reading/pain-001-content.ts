import type { TextContent } from '../xml/content-of.ts';

/** The elements of a pain.001 that are read, as the schemas of versions 03 and 09 have them. */
export interface GroupHeader {
  readonly MsgId: TextContent;
  readonly CreDtTm: TextContent;
  readonly NbOfTxs: TextContent;
  readonly CtrlSum?: TextContent;
}

interface CashAccount {
  readonly Id: { readonly IBAN?: TextContent; readonly Othr?: { readonly Id: TextContent } };
  readonly Ccy?: TextContent;
}

interface Party {
  readonly Nm?: TextContent;
  readonly PstlAdr?: Readonly<Partial<Record<'StrtNm' | 'BldgNb' | 'PstCd' | 'TwnNm' | 'Ctry', TextContent>>>;
}

/** A `PmtInf` without its transfers. */
export interface PaymentInformation {
  readonly PmtInfId: TextContent;
  readonly PmtMtd: TextContent;
  readonly BtchBookg?: TextContent;
  readonly NbOfTxs?: TextContent;
  readonly CtrlSum?: TextContent;
  /** A day in version 03; a choice between day and moment in version 09. */
  readonly ReqdExctnDt: string | { readonly Dt?: TextContent; readonly DtTm?: TextContent };
  readonly Dbtr: Party;
  readonly UltmtDbtr?: Party;
  readonly DbtrAcct: CashAccount;
  readonly ChrgBr?: TextContent;
}

export interface CreditTransferInformation {
  readonly PmtId: { readonly InstrId?: TextContent; readonly EndToEndId: TextContent };
  /** `EqvtAmt` otherwise. */
  readonly Amt: { readonly InstdAmt?: { readonly '#text': string; readonly '@Ccy': string } };
  readonly ChrgBr?: TextContent;
  readonly UltmtDbtr?: Party;
  /** `BIC` in version 03, `BICFI` in version 09. */
  readonly CdtrAgt?: { readonly FinInstnId?: { readonly BIC?: TextContent; readonly BICFI?: TextContent } };
  readonly Cdtr?: Party;
  readonly UltmtCdtr?: Party;
  readonly CdtrAcct?: CashAccount;
  readonly Purp?: { readonly Cd?: TextContent };
  readonly RmtInf?: {
    readonly Ustrd?: readonly TextContent[];
    readonly Strd?: readonly {
      readonly CdtrRefInf?: { readonly Ref?: TextContent };
      readonly AddtlRmtInf?: readonly TextContent[];
    }[];
  };
}
