import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { App } from '../../../app.ts'
import type { Service } from '../../domain.ts'
import type { S3Client } from './s3-client.ts'

/** A check writes to the bucket: one in this time is enough, however often a monitor asks. */
const CHECKED_MS = 5 * 60_000

/** The last check of each app: its time, and the trouble that it found. */
type Checked = { at: number; trouble: string | null }

const checks = new WeakMap<App, Checked>()

/** Checks the bucket once a server has started, which waits for nothing. */
export const checkBucketAtStart: Service = (app) => {
  lookAgain(app)
  return Promise.resolve({ stop: () => Promise.resolve() })
}

/**
 * Tells why the bucket cannot keep files, as the last check found it. Null while it can, before the first check has ended, and
 * without a bucket. Names no key and no address.
 */
export function bucketWarning(app: App): Promise<string | null> {
  lookAgain(app)
  return Promise.resolve(checks.get(app)?.trouble ?? null)
}

function lookAgain(app: App): void {
  const { bucket } = app
  if (!bucket) return
  const now = app.clock().getTime()
  const known = checks.get(app)
  if (known && Math.abs(now - known.at) < CHECKED_MS) return
  const begun = { at: now, trouble: known?.trouble ?? null }
  checks.set(app, begun)
  void troubleOf(bucket).then((trouble) => {
    if (trouble !== null && trouble !== begun.trouble) app.log.warn({ trouble }, 'the bucket cannot keep files')
    checks.set(app, { at: now, trouble })
  })
}

/** Writes, reads and removes an object. Gives the first step that fails, and why. */
export async function troubleOf(bucket: S3Client): Promise<string | null> {
  const [key, content] = [`probes/${randomUUID()}`, randomUUID()]
  const steps = {
    written: () => bucket.write(key, new Uint8Array(Buffer.from(content))),
    read: async () => {
      const body = await bucket.get(key)
      if (!body || (await text(body)) !== content) throw new Error('its objects come back changed')
    },
    removed: async () => {
      await bucket.remove(key)
      if (await bucket.head(key)) throw new Error('a removed object stays')
    },
  }
  for (const [step, take] of Object.entries(steps)) {
    try {
      await take()
    } catch (error) {
      return `nothing can be ${step} in the bucket: ${reasonOf(error)}`
    }
  }
  return null
}

/** The reason of a refusal, in words of ours or of its code: a text of the storage may name keys. */
function reasonOf(error: unknown): string {
  const causes: Error[] = []
  for (let one = error; one instanceof Error && causes.length < 5; one = one.cause) causes.push(one)
  const words = causes.map(({ message }) => message).find((message) => KNOWN.test(message))
  const code = causes.map((one) => ('code' in one ? String(one.code) : '')).find((one) => /^[A-Z_]{3,40}$/.test(one))
  return words ?? (code === undefined ? 'no answer' : `no answer (${code})`)
}

const KNOWN =
  /^(the object storage answers \d{3} ?[A-Za-z]{0,40}|status \d{3}|its objects come back changed|a removed object stays)$/
