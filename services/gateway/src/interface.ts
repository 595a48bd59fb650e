// Sources of the published interface: the tables that generators and interface-wide tests read.
export * as accountAnswers from './answers/account-answers.ts';
export { ANSWERS } from './answers/answers.ts';
export * as linkAnswers from './answers/link-answers.ts';
export * as refusalAnswers from './answers/refusal-answers.ts';
export * as resourceAnswers from './answers/resource-answers.ts';
export { strictSchema } from './answers/strict-response-schema.ts';
export { HEADER_FORMATS } from './checks/headers/header-formats.ts';
export { NEXT_LINKS, START_LINKS } from './links/authorisation-links.ts';
export { LINK_ALIASES } from './links/link-names.ts';
export { LINK_TARGETS, type LinkedResource } from './links/link-targets.ts';
export { offeredOpenApi } from './openapi/offered-openapi.ts';
export { KEYS_ADDRESS } from './password-keys/keys-address.ts';
export { problemBody, tppMessagesBody } from './refusals/refusal-body.ts';
export { AccountQuery, TransactionQuery, TrustedBeneficiariesQuery } from './resources/accounts/account-query.ts';
export { AuthorisationBody } from './resources/authorisations/authorisation-input.ts';
