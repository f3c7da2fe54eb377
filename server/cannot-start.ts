/** A reason not to start about which the owner can do something: the message says what, and no stack is shown. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
