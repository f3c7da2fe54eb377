/** A reason not to start about which the owner can do something: the message says what, and no stack is shown. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
