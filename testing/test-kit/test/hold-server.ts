import { natsServer } from '../src/index.ts';

// A process that starts a server and never disposes of it: its own end must do.
const nats = await natsServer();
console.log(nats.url);
setInterval(() => {}, 60_000);
