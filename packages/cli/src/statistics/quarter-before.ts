/** Returns the quarter before that of a day. */
export function quarterBefore(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const quarter = Math.ceil(month / 3) - 1;
  return quarter === 0 ? `${year - 1}-Q4` : `${year}-Q${quarter}`;
}
