const WAITING = String.raw`\{"transactionStatus":"AC(CP|WC)".*\}\n`;
const DONE = String.raw`\{"transactionStatus":"AC(CP|WC|SP|SC)".*\}\n`;

/** The journeys of the guide to payments: section title, and the final output. */
export const PAYMENT_JOURNEYS: readonly (readonly [string, string])[] = [
  ['A payment', `finalised\n${DONE}`],
  ['A payment of a later day', `finalised\n${WAITING}`],
  ['A standing order', 'finalised\n{"transactionStatus":"ACCP"}\n'],
  ['Cancelling', 'finalised\nfinalised\n{"transactionStatus":"CANC"}\n'],
  ['Several signers', `finalised\n{"transactionStatus":"PATC"}\nfinalised\n${DONE}`],
  ['A signing basket', `finalised\n{"transactionStatus":"ACTC"}\n${DONE}`],
  ['A bulk payment', String.raw`finalised\n${DONE}<\?xml[\s\S]*pain\.002[\s\S]*`],
  ["On the PSU's device", String.raw`\{"scaStatus":"finalised".*\}`],
];
