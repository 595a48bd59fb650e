// Makes the replica set, then a user for each service. It signs in as a member does: by certificate, before there is any user.
const tls = 'tls=true&tlsCAFile=/run/mongodb-tls/ca.crt&tlsCertificateKeyFile=/run/mongodb-tls/tls-combined.pem';
const options = `${tls}&authMechanism=MONGODB-X509&authSource=%24external`;
const hosts = [0, 1, 2].map((number) => `mongodb-${number}.mongodb:27017`);

const first = connect(`mongodb://${hosts[0]}/admin?directConnection=true&${options}`);
try {
  first.adminCommand({ replSetInitiate: { _id: 'rs0', members: hosts.map((host, _id) => ({ _id, host })) } });
} catch (error) {
  if (error.codeName !== 'AlreadyInitialized') throw error;
}
// Waits for a primary.
globalThis.db = connect(`mongodb://${hosts.join(',')}/admin?replicaSet=rs0&${options}`);
load('/run/mongodb-users/database-users.js');
