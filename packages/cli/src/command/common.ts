/** Texts that several commands share. */
const USERS =
  "The operator's user is in the variables that services have. Without any of them it is `npm start` in this folder.";

export const DATABASE = {
  MONGO_URL: `Address of the database. ${USERS}`,
  MONGO_DATABASE: 'Name of the database instead of that of the service.',
};

export const DATABASES = {
  MONGO_URL: `Address of the databases. ${USERS}`,
  MONGO_URL_PAYMENTS: 'Address of one of them, by the name of its service.',
  MONGO_DATABASE_PAYMENTS: 'Name of one of them instead of that of its service.',
};

export const BUS = {
  NATS_URL: `Address of the NATS server. The operator's identity is in the variables that services have. Without any of them it is \`npm start\` in this folder.`,
};

export const DATABASE_AWAY = 'the database does not answer';
export const BUS_AWAY = 'the bus, or a service, does not answer';

/** The option by which a command prints data for programs. */
export const JSON_OPTION = { json: { about: 'Prints JSON.' } };

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** A document as JSON. Amounts are strings. */
export function jsonOf(document: unknown): string {
  const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
  return JSON.stringify(document, plain, 2);
}

export const printJson = (document: unknown): void => print(jsonOf(document));
