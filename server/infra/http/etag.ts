/** True when `If-None-Match` names the validator; weakly compared, as RFC 9110 has it for this header. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  const entries = (header ?? '').split(',').map((entry) => entry.trim())
  return entries.some((entry) => entry === '*' || entry.replace(/^W\//, '') === etag)
}
