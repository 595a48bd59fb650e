import type { DayFigures } from './read-figures.ts';

const COLUMNS = {
  date: ({ date }) => date,
  interface: ({ name }) => name,
  uptimePercent: ({ uptimePercent }) => uptimePercent.toFixed(3),
  downtimePercent: ({ downtimePercent }) => downtimePercent.toFixed(3),
  downtimeSeconds: ({ downtimeSeconds }) => String(downtimeSeconds),
  pispMs: ({ pispMs }) => pispMs?.toFixed(0) ?? '',
  aispMs: ({ aispMs }) => aispMs?.toFixed(0) ?? '',
  cbpiiMs: ({ cbpiiMs }) => cbpiiMs?.toFixed(0) ?? '',
  errorPercent: ({ errorPercent }) => errorPercent?.toFixed(3) ?? '',
  observedSeconds: ({ observedSeconds }) => String(observedSeconds),
} as const satisfies Record<string, (figures: DayFigures) => string>;

/** Returns the figures as CSV (RFC 4180), with one line for each day and interface. */
export function toCsv(figures: readonly DayFigures[]): string {
  const lines = figures.map((one) => Object.values(COLUMNS).map((value) => quoted(value(one))));
  return [Object.keys(COLUMNS), ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
