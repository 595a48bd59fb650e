import type { ExitCodeText } from './command.ts';

/** Texts that several commands share. */
const USERS =
  "The variables of the services name the operator's user. Without any of them it is `npm start` in this folder.";

export const DATABASE = {
  MONGO_URL: `Address of the database. ${USERS}`,
  MONGO_DATABASE: "Name of the database, instead of the service's name.",
};

export const DATABASES = {
  MONGO_URL: `Address of the databases. ${USERS}`,
  MONGO_URL_PAYMENTS: 'Address of the database of one service, by its name.',
  MONGO_DATABASE_PAYMENTS: "Name of the database of one service, instead of the service's name.",
};

export const BUS = {
  NATS_URL: `Address of the NATS server. The variables of the services name the operator's identity. Without any of them it is \`npm start\` in this folder.`,
};

export const DATABASE_UNAVAILABLE: ExitCodeText = {
  means: 'the database does not answer',
  next: 'See that the database runs, and that MONGO_URL names it; here, `npm start` runs one.',
};
export const BUS_UNAVAILABLE: ExitCodeText = {
  means: 'the bus, or a service, does not answer',
  next: 'See that the NATS server and the services run, and that NATS_URL names it; here, `npm start` runs them.',
};

/** Writes a document as JSON. Amounts are strings, and a map is an object. */
export function jsonOf(document: unknown): string {
  const plain = (_: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return value.toString();
    return value instanceof Map ? Object.fromEntries(value) : value;
  };
  return JSON.stringify(document, plain, 2);
}
