export { type Chromium, chromium, openBrowser } from './chromium.ts';
export { freshDatabaseName, testServers } from './database.ts';

export { endWithThisProcess } from './end-with-this-process.ts';
export { lookForServer } from './find-server.ts';
export { mongod } from './mongod.ts';
export { type NatsCluster, natsCluster } from './nats-cluster.ts';
export { natsServer } from './nats-server.ts';
export { type Pain001, type Pain001Block, type Pain001Transfer, pain001, sumOfAmounts } from './pain-001.ts';
export { type Page, PsuClient } from './psu-client.ts';
export { type ClusterMember, type ReplicaSet, replicaSet } from './replica-set.ts';
export { answerSubject, connectAsAnyService, standIn, testKeys, testKeysFolder } from './service-keys.ts';
export { CPU_MS_MAX, cpuMsOf, type PumpedText, pumpedTexts, slowLength, textOf } from './slow-texts.ts';
export { type SmallDisk, smallDisk } from './small-disk.ts';
export { freePort, type TestServer } from './test-server.ts';
export { type Toxic, type ToxicProxy, type Toxiproxy, toxiproxy } from './toxiproxy.ts';
export { hrefOf, type TppAnswer, TppClient } from './tpp-client.ts';
