import { expect, test } from 'vitest'
import { isPublicAddress, isPublicUrl, publicLookup } from './public-address.ts'

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is an address of the internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
  ],
  ...['::127.0.0.1', '::7f00:1', '::ffff:7f00:1', '::ffff:0:127.0.0.1', '2002:7f00:1::', '2002:808:808::1'],
  ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '2001:0:7f00:1::', '2001:db8::1', '3fff::1', '100::1'],
  ...['fec0::1', 'ff02::1', '5f00::1', 'fe80::1%eth0', '192.0.2.1', '198.51.100.1', '203.0.113.9', '192.88.99.1'],
  ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', 'not an address'],
])('%s is none', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  ...['https://[::127.0.0.1]/a', 'https://[2002:7f00:1::]/', 'https://[64:ff9b:1::7f00:1]/', 'https://[fec0::1]/'],
  ...['http://push.example/a', 'https://127.0.0.1/a', 'https://[::1]/a', 'https://2130706433/', 'https://0x7f.1/'],
  ...[
    'https://localhost/a',
    'https://a.localhost/',
    'https://db/a',
    'https://metadata.google.internal/',
    'file:///etc',
  ],
  ...['https://user:password@push.example/', 'nothing'],
])('%s is not called', (url) => {
  expect(isPublicUrl(url)).toBe(false)
})

test('an address of a push service is called', () => {
  expect(isPublicUrl('https://updates.push.services.mozilla.com/wpush/v2/abc')).toBe(true)
})

test('a name that leads to this machine is refused when it is connected to', async () => {
  const answer = await new Promise<unknown>((resolve) => publicLookup('localhost', {}, (error) => resolve(error)))
  expect(answer).toMatchObject({ code: 'EPRIVATE' })
})
