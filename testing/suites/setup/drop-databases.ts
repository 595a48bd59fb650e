// Drops the databases of a test file when it ends: a server with thousands of collections takes twice as long to create the next
// one.

import { takeDatabaseNames, testServers } from '@xs2a/test-kit';
import { MongoClient } from 'mongodb';
import { afterAll } from 'vitest';

afterAll(async () => {
  const names = takeDatabaseNames();
  if (names.length === 0) return;
  await using client = await MongoClient.connect(testServers().mongoUrl);
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  const own = databases.filter(({ name }) => names.some((prefix) => name.startsWith(prefix)));
  for (const { name } of own) await client.db(name).dropDatabase();
});
