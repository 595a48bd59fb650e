import type { Facts } from '../facts.ts';

/** Today in the bank's time zone. */
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zagreb', dateStyle: 'short' });

/** Returns a pain.001.001.03 message of two transfers, and their references in the feed. */
export function bulkMessage({ psu, creditor, amount }: Facts): { message: string; references: string[] } {
  const mark = crypto.randomUUID().replaceAll('-', '').slice(0, 24);
  const references = [`CC${mark}A`, `CC${mark}B`];
  const sum = (2 * Number(amount.amount)).toFixed(amount.amount.split('.')[1]?.length ?? 0);
  const counts = `<NbOfTxs>${references.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`;
  const transfers = references.map(
    (reference) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${reference}</EndToEndId></PmtId>` +
      `<Amt><InstdAmt Ccy="${amount.currency}">${amount.amount}</InstdAmt></Amt>` +
      `<Cdtr><Nm>${creditor.name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${creditor.iban}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`,
  );
  const message =
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>` +
    `<GrpHdr><MsgId>${mark}</MsgId><CreDtTm>${new Date().toISOString().slice(0, 19)}</CreDtTm>${counts}` +
    `<InitgPty><Nm>Connector Check</Nm></InitgPty></GrpHdr>` +
    `<PmtInf><PmtInfId>${mark}</PmtInfId><PmtMtd>TRF</PmtMtd>${counts}<ReqdExctnDt>${DAY.format(new Date())}</ReqdExctnDt>` +
    `<Dbtr><Nm>Debtor</Nm></Dbtr><DbtrAcct><Id><IBAN>${psu.account.iban}</IBAN></Id></DbtrAcct>` +
    `<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>${transfers.join('')}</PmtInf>` +
    `</CstmrCdtTrfInitn></Document>`;
  return { message, references };
}
