export interface InitiationText {
  readonly namespace?: string;
  /** Transfers of each block. */
  readonly blocks?: readonly number[];
  readonly replace?: readonly (readonly [string | RegExp, string])[];
}

const ISO = 'urn:iso:std:iso:20022:tech:xsd:';
const PARTIES = {
  debtor: 'HR2799900051100000019',
  creditor: 'HR1210010051863000160',
} as const;

/** A pain.001 whose transfers are of 1.01, 1.02, 1.03… EUR; a test says what differs. */
export function initiation({
  namespace = `${ISO}pain.001.001.03`,
  blocks = [2],
  replace = [],
}: InitiationText = {}): string {
  const isLater = namespace.endsWith('.09');
  let count = 0;
  const day = isLater ? '<ReqdExctnDt><Dt>2026-12-01</Dt></ReqdExctnDt>' : '<ReqdExctnDt>2026-12-01</ReqdExctnDt>';
  const bic = isLater ? 'BICFI' : 'BIC';
  const written = blocks.map((transfers, block) => {
    const entries = Array.from({ length: transfers }, () => {
      count++;
      const amount = (1 + count / 100).toFixed(2);
      return [
        `<CdtTrfTxInf><PmtId><InstrId>I-${count}</InstrId><EndToEndId>E-${count}</EndToEndId></PmtId>`,
        `<Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt><Cdtr><Nm>Primatelj ${count}</Nm></Cdtr>`,
        `<CdtrAcct><Id><IBAN>${PARTIES.creditor}</IBAN></Id></CdtrAcct>`,
        `<RmtInf><Ustrd>Racun ${count}</Ustrd></RmtInf></CdtTrfTxInf>`,
      ].join('\n');
    });
    return [
      `<PmtInf><PmtInfId>P-${block + 1}</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>${transfers}</NbOfTxs>${day}`,
      `<Dbtr><Nm>Ana Horvat</Nm></Dbtr><DbtrAcct><Id><IBAN>${PARTIES.debtor}</IBAN></Id></DbtrAcct>`,
      `<DbtrAgt><FinInstnId><${bic}>OGLDHR2X</${bic}></FinInstnId></DbtrAgt>`,
      ...entries,
      '</PmtInf>',
    ].join('\n');
  });
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="${namespace}"><CstmrCdtTrfInitn>`,
    `<GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-11-20T10:00:00</CreDtTm><NbOfTxs>${count}</NbOfTxs>`,
    '<InitgPty><Nm>TPP</Nm></InitgPty></GrpHdr>',
    ...written,
    '</CstmrCdtTrfInitn></Document>',
  ].join('\n');
  return replace.reduce((so, [from, to]) => so.replace(from, to), text);
}
