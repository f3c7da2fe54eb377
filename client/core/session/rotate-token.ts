import { tabs, takeToken } from './session.ts'
import { replaceToken } from './stored-session.ts'

/**
 * A step-up has answered the next token of the session. It is on disk before anything uses it: its first use ends the former
 * one, and a page that ended in between would be signed out.
 */
export async function rotateToken(token: string): Promise<void> {
  await replaceToken(token).catch((error: unknown) => console.warn('The token could not be kept', error))
  takeToken(token)
  tabs.postMessage('changed')
}
