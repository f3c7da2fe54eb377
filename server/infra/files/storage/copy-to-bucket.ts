import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from './s3-client.ts'

/** A file on the disk, and its key in the bucket. */
type Stored = { key: string; path: string }

/** `missing`, `different`: keys in the bucket. `documents`: identity documents that lie on the disk as well. */
export type Verified = { same: number; documents: number; missing: string[]; different: string[] }

/**
 * Puts the files and documents of a data directory into a bucket, where they are not there yet: it goes on where it was broken
 * off. The disk keeps them. Gives how many were copied, and how many were there.
 */
export async function copyToBucket(
  client: S3Client,
  dataDir: string,
  onCopied: (key: string) => void = () => {},
): Promise<{ copied: number; there: number }> {
  const counts = { copied: 0, there: 0 }
  for await (const { key, path } of storedIn(dataDir)) {
    const found = await client.head(key)
    if (found?.size === (await stat(path)).size) counts.there += 1
    else {
      await client.put(key, path)
      counts.copied += 1
      onCopied(key)
    }
  }
  return counts
}

/** Compares each file and document of a data directory with its object, by SHA-256. */
export function verifyBucket(client: S3Client, dataDir: string): Promise<Verified> {
  return compare(client, dataDir, () => Promise.resolve())
}

/** Removes the files and documents of a data directory whose object is the same, by SHA-256; the others stay. */
export function cleanDisk(client: S3Client, dataDir: string): Promise<Verified> {
  return compare(client, dataDir, (path) => rm(path, { force: true }))
}

async function compare(client: S3Client, dataDir: string, onSame: (path: string) => Promise<void>): Promise<Verified> {
  const verified: Verified = { same: 0, documents: 0, missing: [], different: [] }
  for await (const { key, path } of storedIn(dataDir)) {
    const object = await client.get(key)
    if (!object) verified.missing.push(key)
    else if ((await sha256(object)) !== (await sha256(createReadStream(path)))) verified.different.push(key)
    else {
      verified.same += 1
      if (key.startsWith('documents/')) verified.documents += 1
      await onSame(path)
    }
  }
  return verified
}

async function* storedIn(dataDir: string): AsyncIterable<Stored> {
  for (const area of ['files', 'documents'] as const) {
    for await (const { name: shard } of await opendir(join(dataDir, area))) {
      for await (const { name: id } of await opendir(join(dataDir, area, shard))) {
        for await (const entry of await opendir(join(dataDir, area, shard, id))) {
          const path = join(dataDir, area, shard, id, entry.name)
          if (entry.isFile()) yield { key: area === 'files' ? `files/${id}/${entry.name}` : `documents/${id}`, path }
        }
      }
    }
  }
}

async function sha256(bytes: Readable): Promise<string> {
  const hash: Hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex')
}
