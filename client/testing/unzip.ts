/** The files of a zip that is stored without compression, by their paths, as its directory at the end lists them. */
export function unzip(zip: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  let end = zip.length - 22
  while (view.getUint32(end, true) !== 0x06054b50) end -= 1
  const files = new Map<string, Uint8Array>()
  let entry = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint16(entry + 10, true) !== 0) throw new Error('This file is compressed.')
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(entry + offset, true)) as [
      number,
      number,
      number,
    ]
    const local = view.getUint32(entry + 42, true)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const path = new TextDecoder().decode(zip.subarray(entry + 46, entry + 46 + name))
    files.set(path, zip.slice(start, start + view.getUint32(entry + 24, true)))
    entry += 46 + name + extra + comment
  }
  return files
}
