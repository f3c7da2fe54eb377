import { lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../../config.ts'

/** The part of IPv6 that is the internet, but for what ipaddr.js knows in it: Teredo, 6to4, benchmarks, documentation. */
const INTERNET = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for an IP address of the internet. An IPv4 address written as IPv6 (`::ffff:8.8.8.8`) is as the IPv4 address; any
 * other way to put one into IPv6 leads through a gateway, and is none.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast') return false
  return plain instanceof ipaddr.IPv4 || plain.match(INTERNET)
}

/** Tells if a URL may be called: `https:`, without a password, and no address of an inner network as its host. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/(?:^|\.)(?:localhost|local|internal)\.?$/i.test(host)
}

/** Looks up a host for a connection; fails where its name leads to an inner network, whatever it led to before. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookUp(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '')
    const [first] = found
    if (!first || !found.every(({ address }) => isPublicAddress(address))) {
      return callback(Object.assign(new Error(`${host} is no public address`), { code: 'EPRIVATE' }), '')
    }
    if (options.all) return callback(null, found)
    return callback(null, first.address, first.family)
  })
}

/** True where strangers name addresses: in production, and wherever other machines reach the server. */
export function guardsCalls({ environment, isExposed }: Pick<Config, 'environment' | 'isExposed'>): boolean {
  return environment === 'production' || isExposed
}
