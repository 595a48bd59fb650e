export { openApiOfThisBank } from './bank/bank-documents.ts';
export { errorOf, explain } from './describe-errors.ts';
export { ERROR_EXAMPLES } from './error-examples.ts';
export type { ErrorExample, ExampleRequest } from './example-requests.ts';
export { LANGUAGES } from './samples/languages.ts';
export { SANDBOX_PSUS } from './sandbox-psus.ts';
export { type DeveloperPagesOptions, developerPages } from './serve-pages.ts';
export { DOCUMENTED_MACHINES } from './status-machines.ts';
