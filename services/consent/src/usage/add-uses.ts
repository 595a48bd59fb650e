import type { Document } from 'mongodb';

/**
 * Returns the field `uses` of a consent after further reads on a day, as a MongoDB expression; `times` may be one too. Reads of a
 * day before the latest one count in the total only.
 */
export function addUses(day: string, at: Date, times: number | Document): Document {
  const more = (field: string): Document => ({ $add: [{ $ifNull: [`$uses.${field}`, 0] }, times] });
  const onLaterDay = { $cond: [{ $eq: ['$uses.day', day] }, more('onDay'), times] };
  return {
    inAll: more('inAll'),
    day: { $max: ['$uses.day', day] },
    onDay: { $cond: [{ $gt: ['$uses.day', day] }, '$uses.onDay', onLaterDay] },
    lastAt: { $max: ['$uses.lastAt', at] },
  };
}
