/** A camt.053.001.08 with this many entries; a test can replace parts of it. */
export function statement({ entries = 2, replace = [] as readonly (readonly [string, string])[] } = {}): string {
  const entry = (index: number): string =>
    `<Ntry><NtryRef>${index}</NtryRef><Amt Ccy="EUR">${index}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>` +
    '<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-06-10</Dt></BookgDt><BkTxCd/></Ntry>\n';
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-06-15T10:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><IBAN>HR1210010051863000160</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-06-15</Dt></Dt></Bal>
${Array.from({ length: entries }, (_, index) => entry(index + 1)).join('')}</Stmt></BkToCstmrStmt></Document>`;
  return replace.reduce((changed, [from, to]) => changed.replace(from, to), text);
}
