export { type ClockOwner, Clocks, type DeveloperClock, SANDBOX_CLOCKS } from './clocks.ts';
export { withClocks } from './service.ts';
