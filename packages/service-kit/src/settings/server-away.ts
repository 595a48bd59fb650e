/** A server did not answer for as long as a command waits. The message is one line without credentials. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
}
