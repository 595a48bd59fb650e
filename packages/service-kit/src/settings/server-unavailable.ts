/** A server did not answer for as long as a command waits. The message is one line without credentials. */
export class ServerUnavailable extends Error {
  override readonly name = 'ServerAway';
}
