import type { HttpRequest } from 'uWebSockets.js'

/**
 * True when every proxy and server reads the same end of a request body (RFC 9112, 6.3). uWebSockets.js takes the first of
 * two lengths, and any transfer coding as `chunked`. hyper-express waits for ever for one that is spelled `Chunked`.
 */
export function isFramed(request: Pick<HttpRequest, 'forEach'>): boolean {
  const lengths: string[] = []
  const codings: string[] = []
  request.forEach((name, value) => {
    if (name === 'content-length') lengths.push(value)
    else if (name === 'transfer-encoding') codings.push(value)
  })
  if (lengths.length + codings.length > 1) return false
  return lengths.every((length) => /^\d+$/.test(length)) && codings.every((coding) => coding === 'chunked')
}
