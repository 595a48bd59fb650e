/** How a profile is written, checked and agreed on. */
export const PROFILE_INTRODUCTION = `\`\`\`yaml
preset: hr-full
aspspName: Banka d.d.
limits:
  consentDaysMax: 90
executionTimes:
  target-2-payments:
    cutOff: null
\`\`\`

\`PROFILE\` names a preset or a file like this one, for every service alike. Groups are laid over the \`preset\` (\`hr-full\` where the
file names none) knob by knob; a list takes the place of another; \`null\` leaves out what may be left out. \`hr-basic\` is the
interface's first edition, \`hr-full\` its second, \`berlin-group\` the standard's strict names and types.

- \`npm run profile -- --check bank.yaml\` says whether services would start with a file; without \`--check\` it prints every knob that
  it comes to.
- A file with an unknown knob, a wrong value, or a knob that says what another one rules out ends the start, with a line for each
  fault: \`bank.yaml:4: limits.historyDays: …\`. What a preset says of services that a file no longer offers is no fault.
- Services must agree. Each instance tells the others on the bus (\`xs2a.profiles\`) which profile it runs, by a fingerprint of every
  knob. \`/readyz\` shows it, and a line \`profile differs: payments 5Y624iwea8ke\` for each other one that was heard in the last 100
  seconds; so does \`xs2a_profiles_differing\` at \`/metrics\`, and one line in the log. The service stays ready: during a roll-out
  there always is a difference, and it ends with it.`;

/** Questions that other systems leave to a knob, and why there is none here. */
export const NO_KNOBS: readonly (readonly [string, string])[] = [
  ['payments without debtorAccount', 'who must approve, and what a code is bound to, follow from the account'],
  [
    'lists of accounts (availableAccounts) without SCA',
    'without it nobody knows whose accounts they are; to leave out such consents is `consentModels`',
  ],
  [
    'account owner names, trusted beneficiaries',
    '`additionalInformation` is taken and ignored: the bank is asked for neither',
  ],
  ['check digits of IBANs', 'always judged: an account with wrong ones exists nowhere'],
  ['roles in the certificate', 'always judged: who has no role has no business (RTS 2018/389 Art. 34)'],
  ['multicurrency accounts as one or many', 'the accounts that the bank feeds say it: see decision 5'],
  ['base of the links to the PSU pages', 'the platform decides it, not the bank: `PORTAL_URL` of gateway and sca'],
  ['OAuth as an SCA approach', 'not offered; the authorisation endpoints of the standard are'],
  ['sessions of account information and payments', 'refused with SESSIONS_NOT_SUPPORTED'],
  [
    'longest validity of payments',
    '`limits.executionHorizonDays` bounds the day, `limits.authorisationHours` the approval',
  ],
];
