/** A pain.001 message with one transfer, to be executed on this day. */
export function bulkMessage(day: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
  <GrpHdr><MsgId>M-1</MsgId><CreDtTm>${day}T08:00:00</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>12.50</CtrlSum><InitgPty><Nm>TPP</Nm></InitgPty></GrpHdr>
  <PmtInf><PmtInfId>P-1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt>${day}</ReqdExctnDt><Dbtr><Nm>Ana Horvat</Nm></Dbtr>
    <DbtrAcct><Id><IBAN>HR2799900051100000019</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>
    <CdtTrfTxInf><PmtId><EndToEndId>E-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">12.50</InstdAmt></Amt>
      <Cdtr><Nm>Marko Maric</Nm></Cdtr><CdtrAcct><Id><IBAN>HR1210010051863000160</IBAN></Id></CdtrAcct></CdtTrfTxInf></PmtInf>
</CstmrCdtTrfInitn></Document>`;
}
