export * from './approvals.ts';
export * from './content-hash.ts';
export * from './list-authorisations.ts';
export * from './settle-approval.ts';
export * from './signing-rules.ts';
export * from './start-authorisation.ts';
export * from './start-sca.ts';
export * from './tally.ts';
