export { OtherBanks } from './ask-other-banks.ts';
export type { SchemeAnswer, SchemeQuestion } from './scheme-messages.ts';
export { readSchemeSettings } from './scheme-settings.ts';
export { serveOtherBanks } from './serve-other-banks.ts';
