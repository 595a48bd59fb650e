import type { Call } from '../call.ts';
import type { House } from '../request-checks.ts';

/** Nobody waits for an answer that comes too late: 503 (decision 28). Known TPPs alone are counted, as by the rate. */
export function atOnce(call: Call, house: House): void {
  if (call.res !== undefined) house.atOnce.take(call.tpp.id, call.res);
}
