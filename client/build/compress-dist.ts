import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const dist = join(import.meta.dirname, '../dist')
/** Smaller files gain nothing. */
const LEAST_BYTES = 512

// A server compresses at each start, and with less effort: this takes ten times as long.
for await (const name of glob('**/*.{css,html,js,svg,webmanifest}', { cwd: dist })) await compress(join(dist, name))

/** Writes the compressed file beside its original. The server reads both. */
async function compress(path: string): Promise<void> {
  const file = await readFile(path)
  if (file.length <= LEAST_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: file.length,
  }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(file, { params }))
}
