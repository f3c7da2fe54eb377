import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

const BYTES = 32

/** The secret kept in a file that only its owner reads; made, durably, when there is none. */
export function readOrMakeSecretFile(path: string): Buffer {
  try {
    return readSecret(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const unfinished = `${path}.unfinished`
  const file = openSync(unfinished, 'w', 0o600)
  writeSync(file, randomBytes(BYTES).toString('hex'))
  fsyncSync(file)
  closeSync(file)
  renameSync(unfinished, path)
  return readSecret(path)
}

function readSecret(path: string): Buffer {
  const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (secret.length !== BYTES) throw new Error(`${path} does not hold a secret of ${BYTES} bytes in hexadecimal.`)
  return secret
}
