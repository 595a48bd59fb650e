export { toCsv } from './csv.ts';
export { parsePsuInterfaceDays, storePsuInterfaceDays } from './import-psu-interface.ts';
export { daysOfQuarter, quarterOf } from './quarter.ts';
export { readFigures } from './read-figures.ts';
export { statisticsStore } from './statistics-store.ts';
