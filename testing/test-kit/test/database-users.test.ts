import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { asService, freshDatabaseName, testServers } from '../src/index.ts';

it('a database user that is requested again keeps its password, so that earlier clients still connect', async () => {
  const { mongoUrl } = testServers();
  const database = freshDatabaseName();
  const first = await asService(mongoUrl, 'sca', database);
  expect(await asService(mongoUrl, 'sca', database)).toEqual(first);
  const auth = { username: first['MONGO_USER'] ?? '', password: first['MONGO_PASSWORD'] ?? '' };
  await using client = await MongoClient.connect(first['MONGO_URL'] ?? '', { auth, authSource: 'admin' });
  expect(await client.db(database).collection('any').countDocuments()).toBe(0);
});
