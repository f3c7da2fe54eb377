/**
 * The `sha256` form of a password: lower-case hex of SHA-256 over the UTF-8 of what was typed, in Unicode form NFC.
 * Browser and server share it, so that an account is reached by either form. Needs a secure context in the browser.
 */
export async function sha256OfPassword(typed: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(typed.normalize('NFC')))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
