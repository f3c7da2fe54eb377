/** Makes every icon of the installed app from the one mark: `node scripts/make-icons.ts`, the result is committed. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const publicFolder = new URL('../public/', import.meta.url)
const mark = await readFile(new URL('favicon.svg', publicFolder), 'utf8')
const square = mark.replaceAll('rx="116"', '').replace(/a116 116 0 0 1-116 116H116A116 116 0 0 1 0 396z/, 'V512H0z')
const star = 'M256 72c12 92 56 136 148 148-92 12-136 56-148 148-12-92-56-136-148-148 92-12 136-56 148-148z'

await mkdir(new URL('icons/', publicFolder), { recursive: true })
await png('icon-192', mark, 192)
await png('icon-512', mark, 512)
await png('maskable-192', square, 192)
await png('maskable-512', square, 512)
await png('apple-touch-icon', square, 180)
await png(
  'monochrome-512',
  drawing(
    `<path d="${star}" fill="#fff"/><path d="M60 430c130-62 262-62 392 0" stroke="#fff" stroke-width="26" stroke-linecap="round" fill="none"/>`,
  ),
  512,
)
await png('shortcut-messages', glyph('M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z'), 96)
await png('shortcut-outbox', glyph('M22 2 11 13M22 2l-7 20-4-9-9-4z'), 96)
await png('shortcut-post', glyph('M12 20h9M16.5 3.5a2.1 2.1 0 0 1 3 3L7 19l-4 1 1-4z'), 96)
await png('shortcut-live', glyph('M2 6h14v12H2zM16 10l6-4v12l-6-4z'), 96)
await png('shortcut-media', glyph('M3 3h18v18H3zM3 16l5-5 5 5 3-3 5 5M15.5 8h.01'), 96)
await png('shortcut-home', glyph('M3 10l9-7 9 7v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM9 21v-8h6v8'), 96)

async function png(name: string, svg: string, size: number): Promise<void> {
  const picture = await sharp(Buffer.from(svg), { density: 300 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer()
  await writeFile(new URL(`icons/${name}.png`, publicFolder), picture)
}

function drawing(inner: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${inner}</svg>`
}

/** A line drawing of 24 by 24 units, centred on the accent colour. */
function glyph(path: string): string {
  return drawing(
    `<rect width="512" height="512" rx="256" fill="#5a36d6"/><g transform="translate(136 136) scale(10)" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></g>`,
  )
}
