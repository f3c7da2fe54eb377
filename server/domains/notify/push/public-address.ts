import { lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { BlockList, isIP } from 'node:net'

/** Networks that are not the internet: this machine, private ones, link-local with the metadata of clouds, multicast. */
const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(net, bits, 'ipv6')
}

/** True for an IP address of the internet. An IPv4 address within IPv6 is as the IPv4 address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && !inside.check(address, version === 6 ? 'ipv6' : 'ipv4')
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
