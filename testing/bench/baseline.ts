import express from 'express';
import { MongoClient } from 'mongodb';

/**
 * Reference for the full chain: the same reads and writes in one bare Express handler with one MongoDB driver, no checks, no log,
 * no bus. Prints its address when it answers.
 */
interface Stored {
  _id: string;
  status: string;
  body?: unknown;
}

const client = await MongoClient.connect(process.env['MONGO_URL'] ?? '', {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  maxPoolSize: 64,
});
const resources = client.db('baseline').collection<Stored>('resources');
const app = express();
app.set('etag', false);
app.disable('x-powered-by');
app.use(express.json());

app.get('/v1/consents/:id/status', async (request, response) => {
  const found = await resources.findOne({ _id: request.params.id }, { projection: { status: 1 } });
  if (found === null) response.sendStatus(403);
  else response.json({ consentStatus: found.status });
});

app.post(['/v1/consents', '/v1/payments/sepa-credit-transfers'], async (request, response) => {
  const _id = crypto.randomUUID();
  await resources.insertOne({ _id, status: 'received', body: request.body as unknown });
  response.status(201).json({ consentId: _id, consentStatus: 'received' });
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
process.on('SIGTERM', () => process.exit(0));
