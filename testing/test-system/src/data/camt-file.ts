import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

export interface StatementFile {
  readonly version?: '02' | '08';
  readonly iban: string;
  readonly entries: number;
  /** Last day of the statement (`YYYY-MM-DD`), and date of its entries. */
  readonly day?: string;
  /** Changes the XML of one entry. */
  readonly change?: (xml: string, index: number) => string;
}

/** Writes a camt.053 as a bank would, of any length. */
export async function writeCamtFile(path: string, { version = '08', change, ...file }: StatementFile): Promise<void> {
  const { iban, entries, day = '2026-06-10' } = file;
  const out = createWriteStream(path);
  const put = async (text: string): Promise<void> => void (out.write(text) || (await once(out, 'drain')));
  const of = version === '02' ? (text: string) => text : (_: string, later = _) => later;
  await put(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">` +
      `<BkToCstmrStmt><GrpHdr><MsgId>M-${day}</MsgId><CreDtTm>${day}T23:59:59</CreDtTm></GrpHdr>` +
      `<Stmt><Id>S-${day}</Id><CreDtTm>${day}T23:59:59</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>` +
      `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${entries}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>` +
      `<Dt><Dt>${day}</Dt></Dt></Bal>\n`,
  );
  for (let index = 1; index <= entries; index++) {
    const entry =
      `<Ntry><NtryRef>${index}</NtryRef><Amt Ccy="EUR">${index}.05</Amt><CdtDbtInd>DBIT</CdtDbtInd>` +
      `<Sts>${of('BOOK', '<Cd>BOOK</Cd>')}</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>` +
      `<AcctSvcrRef>R-${day}-${index}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd>` +
      `<SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>E${index}</EndToEndId></Refs>` +
      `<RltdPties><Cdtr>${of('<Nm>Čvorak</Nm>', '<Pty><Nm>Čvorak</Nm></Pty>')}</Cdtr>` +
      '<CdtrAcct><Id><IBAN>HR1210010051863000160</IBAN></Id></CdtrAcct></RltdPties>' +
      `<RmtInf><Ustrd>Račun ${index} &amp; dalje</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`;
    await put(change?.(entry, index) ?? entry);
  }
  out.end('</Stmt></BkToCstmrStmt></Document>\n');
  await finished(out);
}
