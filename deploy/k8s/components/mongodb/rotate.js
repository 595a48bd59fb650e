// Has every member read its certificates again. It signs in as a member does.
const tls = 'tls=true&tlsCAFile=/run/mongodb-tls/ca.crt&tlsCertificateKeyFile=/run/mongodb-tls/tls-combined.pem';
for (const number of [0, 1, 2]) {
  const member = `mongodb://mongodb-${number}.mongodb:27017/admin?directConnection=true&${tls}`;
  connect(`${member}&authMechanism=MONGODB-X509&authSource=%24external`).adminCommand({ rotateCertificates: 1 });
}
