export { SANDBOX_PSUS } from './sandbox-psus.ts';
export { type DeveloperPagesOptions, developerPages } from './serve-pages.ts';
export { DOCUMENTED_MACHINES } from './status-machines.ts';
