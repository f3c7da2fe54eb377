/** Takes out where a client may be reached: the media engine answers only where packets come from. */
export function removeCandidates(sdp: string): string {
  return sdp.replaceAll(/^a=(?:candidate:|end-of-candidates).*\r?\n/gm, '')
}

/** Tells the addresses of this server in place of the one that it listens on, and that it waits for its client's checks. */
export function tellCandidates(sdp: string, addresses: readonly string[]): string {
  // The mark of ICE lite stands before all media (RFC 8839).
  const marked = sdp.replaceAll('a=ice-lite\r\n', '').replace('t=0 0\r\n', 't=0 0\r\na=ice-lite\r\n')
  return marked.replaceAll(/^(a=candidate:)(\S+)( \d+ \S+ \d+ )\S+( \d+ typ host.*\r?\n)/gm, (...parts) => {
    const [, name, foundation, before, after] = parts as string[]
    return addresses.map((address, index) => `${name}${foundation}${index}${before}${address}${after}`).join('')
  })
}
