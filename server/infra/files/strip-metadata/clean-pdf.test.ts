import { expect, test } from 'vitest'
import { jpegWithPlace } from '../testing/media-server.ts'
import { cleanPdf } from './clean-pdf.ts'

test('the description, the XMP and the EXIF of photos go, and every offset stays', async () => {
  const photo = await jpegWithPlace(20, 20)
  const secrets = ['Ana (of \\( Porto)', 'Scan One', 'Secretphone', '2024-05-06', 'Rua Augusta']
  const before = Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj\n<< /Author (${secrets[0]}) /Creator(${secrets[1]}) /ModDate <41424344> >>\nendobj\n`,
      'latin1',
    ),
    Buffer.from(`<?xpacket begin="" id="x"?><x:xmpmeta>${secrets[3]} ${secrets[4]}</x:xmpmeta><?xpacket end="w"?>\n`),
    Buffer.from(`2 0 obj\n<< /Length ${photo.length} >>\nstream\n`),
    ...[photo, Buffer.from('\nendstream\nendobj\ntrailer\n<< /Info 1 0 R >>\n%%EOF')],
  ])
  for (const secret of secrets) expect(before.includes(secret), secret).toBe(true)
  const after = Buffer.from(before)
  cleanPdf(after)
  for (const secret of [...secrets, '41424344', 'Exif']) expect(after.includes(secret), secret).toBe(false)
  expect(after.length).toBe(before.length)
  for (const kept of ['/Author (', '2 0 obj', 'trailer', '%%EOF'])
    expect(after.indexOf(kept)).toBe(before.indexOf(kept))
})

test.each([
  '/Title(',
  '/Title<',
  '/Author (a) /Title(',
  '<?xpacket begin',
  '<x:xmpmeta',
  '\xff\xe1\xff\xffExif\0\0',
  '/Title          ',
])('10 MB of %j cost no more than they are long', (part) => {
  const bytes = Buffer.alloc(10 * 1024 * 1024, part, 'latin1')
  const begun = performance.now()
  cleanPdf(bytes)
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('any bytes end', () => {
  for (const tail of [
    '/Author (',
    '/Author ((((',
    '/Title <',
    '\xff\xe1\xff\xffExif\0\0',
    '<?xpacket begin',
    '/Author (\\',
  ]) {
    const bytes = Buffer.from(`%PDF-1.7 ${tail}`, 'latin1')
    cleanPdf(bytes)
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
  }
})
