import type { Call } from '../call.ts';
import type { House } from '../request-checks.ts';

/** Known TPPs alone are counted: nobody can use up the requests of another one (decision 28). */
export function rate(call: Call, house: House): void | Promise<void> {
  return house.rate.count(call.tpp.id);
}
