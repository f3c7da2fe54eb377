import { isIP } from 'node:net'
import type { Request } from 'hyper-express'
import type { HttpResponse } from 'uWebSockets.js'

/**
 * The address of the client. Only the entries of `X-Forwarded-For` that trusted proxies appended count: with `trusted`
 * proxies in front, the client is the entry that the outermost of them wrote. Anyone may forge the entries left of it.
 * To be asked before the response has ended.
 */
export function clientAddress(request: Pick<Request, 'ip' | 'headers'>, trusted: number): string {
  const peer = normalise(request.ip)
  if (trusted === 0) return peer
  const forwarded = (request.headers['x-forwarded-for'] ?? '').split(',').map((entry) => entry.trim())
  const entries = forwarded.filter((entry) => entry !== '')
  return normalise(entries.at(-trusted) ?? entries[0] ?? peer).slice(0, 45)
}

/**
 * The address that a peer tells in the header `client-ip`. This machine and trusted proxies may tell one; from others the
 * header counts nothing.
 */
export function addressTold(request: Pick<Request, 'ip' | 'headers'>, trusted: number): string {
  const told = request.headers['client-ip']?.trim() ?? ''
  const mayTell = trusted > 0 || /^(127\.|::1$|(0000:){7}0001$)/.test(normalise(request.ip))
  return mayTell && isIP(told) !== 0 ? told : clientAddress(request, trusted)
}

/** The address of the other end of a connection, which may be a proxy's. */
export function peerAddress(raw: Pick<HttpResponse, 'getRemoteAddressAsText'>): string {
  return normalise(Buffer.from(raw.getRemoteAddressAsText()).toString())
}

/** The key of a limit: one IPv6 subscriber has a whole /64 to choose addresses from. */
export function limitKey(address: string): string {
  return limitKeys(address)[0]
}

/** The same, and for IPv6 the /48 around it: some subscribers have all of that, and so has who rents a server. */
export function limitKeys(address: string): [address: string, network?: string] {
  if (!address.includes(':')) return [address]
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`]
}

/** Writes an IPv4 address that came over an IPv6 socket as IPv4. uWebSockets.js spells every group out. */
function normalise(address: string): string {
  const mapped = /^(?:0000:){5}ffff:([0-9a-f]{4}):([0-9a-f]{4})$/i.exec(address)
  if (!mapped) return address.replace(/^::ffff:(?=\d+\.)/i, '')
  const bits = Number.parseInt(`${mapped[1]}${mapped[2]}`, 16)
  return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join('.')
}
