/** A language of the samples, with one program that has a function for each step. */
export interface Language {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly run: string;
  /** First sample on the page: account access. */
  readonly first: string;
  readonly needs: string;
}

export const LANGUAGES: readonly Language[] = [
  {
    id: 'curl',
    name: 'curl',
    file: 'xs2a.sh',
    run: 'bash xs2a.sh',
    first: 'consent accounts transactions',
    needs: 'bash, curl and openssl',
  },
  {
    id: 'typescript',
    name: 'TypeScript',
    file: 'xs2a.ts',
    run: 'node xs2a.ts',
    first: 'consent',
    needs: 'Node 24 and the typed client @xs2a/client of this service',
  },
  {
    id: 'python',
    name: 'Python',
    file: 'xs2a.py',
    run: 'python3 xs2a.py',
    first: 'consent',
    needs: 'Python 3.10 and no package; openssl signs',
  },
  {
    id: 'java',
    name: 'Java',
    file: 'Xs2a.java',
    run: 'java Xs2a.java',
    first: 'consent',
    needs: 'Java 17 and no library',
  },
];

interface SampleStep {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Further sample on the same page, run as the program with this argument. */
  readonly runs?: string;
}

/** The steps in the order of the pages and programs. Each is a section of each program, between lines with its id. */
export const STEPS: readonly SampleStep[] = [
  {
    id: 'preparation',
    title: 'Preparation',
    text: 'Every step below uses these functions.',
  },
  {
    id: 'authorisation',
    title: 'Authorisation',
    text: 'The PSU approves what was created. The next step is in the links of each answer.',
  },
  { id: 'consent', title: 'A consent', text: 'Access to balances and transactions of one account.', runs: 'consent' },
  { id: 'accounts', title: 'Accounts', text: 'The accounts that the PSU granted, with their resourceId.' },
  { id: 'transactions', title: 'Transactions', text: 'Booked transactions of the last thirty days.' },
  { id: 'payment', title: 'A payment', text: 'A SEPA credit transfer of today.', runs: 'payment' },
  { id: 'funds', title: 'Funds', text: 'A funds consent, and whether an amount is available.', runs: 'funds' },
  { id: 'bulk', title: 'A bulk payment', text: 'Several transfers in one pain.001 message.', runs: 'bulk' },
  { id: 'basket', title: 'A signing basket', text: 'Two payments that one SCA approves.', runs: 'basket' },
  { id: 'certificate', title: 'Mutual TLS', text: 'The website certificate of the TPP (QWAC) and its key.' },
  {
    id: 'signature',
    title: 'A signature',
    text: 'A signed request over mutual TLS. Its parts are explained in the guide to certificates.',
    runs: 'signature',
  },
  {
    id: 'notification',
    title: 'A notification',
    text: 'A payment is cancelled, and the receiver of the sandbox has the message of the bank.',
    runs: 'notification',
  },
  { id: 'run', title: 'Run it', text: 'The program runs the step that it is called with.' },
];
