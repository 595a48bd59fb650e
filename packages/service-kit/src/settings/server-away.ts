/** A server that did not answer for as long as a command waits. The message is one line, and has no credentials. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
}
