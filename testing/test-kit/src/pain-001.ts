export interface Pain001Transfer {
  readonly amount: string;
  readonly currency?: string;
  readonly creditorIban?: string;
  readonly creditorName?: string;
  readonly endToEndId?: string;
  /** Text for the payee. */
  readonly remittance?: string;
}

export interface Pain001Block {
  readonly transfers: readonly Pain001Transfer[];
  readonly debtorIban?: string;
  readonly batchBooking?: boolean;
  /** `YYYY-MM-DD`. */
  readonly day?: string;
}

export interface Pain001 {
  readonly blocks: readonly Pain001Block[];
  readonly namespace?: string;
}

const ISO = 'urn:iso:std:iso:20022:tech:xsd:';
const DEBTOR = 'HR2799900051100000019';
const CREDITOR = 'HR1210010051863000160';
/** Today in the bank's time zone. */
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zagreb', dateStyle: 'short' });

/** Sum of decimal amounts, in decimals. */
export function sumOfAmounts(amounts: readonly string[]): string {
  const cents = amounts.reduce((sum, amount) => {
    const [whole = '0', fraction = ''] = amount.split('.');
    return sum + BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
  }, 0n);
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns a pain.001 message with correct counts and sums; a test that needs wrong ones replaces them. */
export function pain001({ blocks, namespace = `${ISO}pain.001.001.03` }: Pain001): string {
  const all = blocks.flatMap(({ transfers }) => transfers);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="${namespace}">`,
    '  <CstmrCdtTrfInitn>',
    `    <GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-11-20T10:00:00</CreDtTm>${counts(all)}`,
    '      <InitgPty><Nm>Sandbox TPP</Nm></InitgPty></GrpHdr>',
    ...blocks.map((block, index) => blockText(block, { index, isLater: namespace.endsWith('.09') })),
    '  </CstmrCdtTrfInitn>',
    '</Document>',
    '',
  ].join('\n');
}

function counts(transfers: readonly Pain001Transfer[]): string {
  const sum = sumOfAmounts(transfers.map(({ amount }) => amount));
  return `<NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`;
}

function blockText(block: Pain001Block, { index, isLater }: { index: number; isLater: boolean }): string {
  const { transfers, debtorIban = DEBTOR, batchBooking, day = DAY.format(new Date()) } = block;
  const agent = isLater ? 'BICFI' : 'BIC';
  return [
    `    <PmtInf><PmtInfId>P-${index + 1}</PmtInfId><PmtMtd>TRF</PmtMtd>`,
    batchBooking === undefined ? '' : `<BtchBookg>${batchBooking}</BtchBookg>`,
    counts(transfers),
    isLater ? `<ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>` : `<ReqdExctnDt>${day}</ReqdExctnDt>`,
    `<Dbtr><Nm>Ana Horvat</Nm></Dbtr><DbtrAcct><Id><IBAN>${debtorIban}</IBAN></Id></DbtrAcct>`,
    `<DbtrAgt><FinInstnId><${agent}>OGLDHR2X</${agent}></FinInstnId></DbtrAgt>\n`,
    ...transfers.map(transferText),
    '    </PmtInf>',
  ].join('');
}

function transferText(transfer: Pain001Transfer, index: number): string {
  const {
    amount,
    currency = 'EUR',
    creditorIban = CREDITOR,
    creditorName = `Primatelj ${index + 1}`,
    endToEndId = `E-${index + 1}`,
    remittance = `Racun ${index + 1}`,
  } = transfer;
  return [
    `      <CdtTrfTxInf><PmtId><InstrId>I-${index + 1}</InstrId><EndToEndId>${endToEndId}</EndToEndId></PmtId>`,
    `<Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt><Cdtr><Nm>${creditorName}</Nm></Cdtr>`,
    `<CdtrAcct><Id><IBAN>${creditorIban}</IBAN></Id></CdtrAcct>`,
    `<RmtInf><Ustrd>${remittance}</Ustrd></RmtInf></CdtTrfTxInf>\n`,
  ].join('');
}
