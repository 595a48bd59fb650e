import { type AspspProfile, HEADER_RULES } from '@xs2a/contracts';

/** Sends each header that the bank demands beside another one: with an id of a PSU its type (decision 13). */
export function withTypesOfIds(profile: AspspProfile): (headers: Headers) => Headers {
  const needed = HEADER_RULES.flatMap(({ name, neededBeside }) =>
    neededBeside !== undefined && profile[neededBeside.choice] ? [{ name, beside: neededBeside.name }] : [],
  );
  return (headers) => {
    for (const { name, beside } of needed) {
      if (headers.has(beside) && !headers.has(name)) headers.set(name, 'of the bank');
    }
    return headers;
  };
}
