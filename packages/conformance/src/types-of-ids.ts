import type { AspspProfile } from '@xs2a/contracts';

const TYPE_OF_ID = { 'PSU-ID': 'PSU-ID-Type', 'PSU-Corporate-ID': 'PSU-Corporate-ID-Type' } as const;

/** Sends with each id of a PSU its type, where the bank demands it (decision 13). */
export function withTypesOfIds({ psuIdTypeRequired }: AspspProfile): (headers: Headers) => Headers {
  return (headers) => {
    if (!psuIdTypeRequired) return headers;
    for (const [id, type] of Object.entries(TYPE_OF_ID)) {
      if (headers.has(id) && !headers.has(type)) headers.set(type, 'of the bank');
    }
    return headers;
  };
}
