export { type Chromium, chromium, openBrowser } from './chromium.ts';
export { freshDatabaseName, testServers } from './database.ts';
export { endWithThisProcess } from './end-with-this-process.ts';
export { mongod } from './mongod.ts';
export { natsServer } from './nats-server.ts';
export { type Pain001, type Pain001Block, type Pain001Transfer, pain001, sumOfAmounts } from './pain-001.ts';
export { type Page, PsuClient } from './psu-client.ts';
export { freePort, type TestServer } from './test-server.ts';
export { hrefOf, type TppAnswer, TppClient } from './tpp-client.ts';
