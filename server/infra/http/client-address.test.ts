import type { Request } from 'hyper-express'
import { expect, test } from 'vitest'
import { clientAddress, limitKey, limitKeys } from './client-address.ts'

function request(ip: string, forwarded?: string): Request {
  return { ip, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } } as unknown as Request
}

test('without trusted proxies the header counts for nothing', () => {
  expect(clientAddress(request('203.0.113.7', '1.2.3.4'), 0)).toBe('203.0.113.7')
})

test('the entry that the outermost trusted proxy wrote is the client, whatever is forged left of it', () => {
  expect(clientAddress(request('127.0.0.1', '6.6.6.6, 203.0.113.7'), 1)).toBe('203.0.113.7')
  expect(clientAddress(request('127.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2'), 2)).toBe('203.0.113.7')
  expect(clientAddress(request('127.0.0.1'), 1)).toBe('127.0.0.1')
})

test('an IPv4 address on an IPv6 socket is an IPv4 address', () => {
  expect(clientAddress(request('0000:0000:0000:0000:0000:ffff:cb00:7107'), 0)).toBe('203.0.113.7')
  expect(clientAddress(request('127.0.0.1', '::ffff:203.0.113.7'), 1)).toBe('203.0.113.7')
})

test('limits count an IPv6 network of 64 bits as one', () => {
  expect(limitKey('203.0.113.7')).toBe('203.0.113.7')
  expect(limitKey('2001:db8:1:2::1')).toBe(limitKey('2001:0db8:0001:0002:ffff:ffff:ffff:ffff'))
  expect(limitKey('2001:db8:1:2::1')).not.toBe(limitKey('2001:db8:1:3::1'))
  expect(limitKey('::1')).toBe('0:0:0:0::/64')
})

test('limits that look wider count an IPv6 network of 48 bits as one', () => {
  expect(limitKeys('203.0.113.7')).toEqual(['203.0.113.7'])
  expect(limitKeys('2001:db8:1:2::1')[1]).toBe(limitKeys('2001:0db8:0001:ffff::2')[1])
  expect(limitKeys('2001:db8:1::1')[1]).not.toBe(limitKeys('2001:db8:2::1')[1])
})
