/// <reference lib="webworker" />
import { SHARED_FIELDS, sharedText } from '@vesper/sync/vesper/api/shared-text.ts'
import { v7 } from 'uuid'
import { readSession } from '../core/session/stored-session.ts'
import type { ShareFailure } from '../core/storage/share-failures.ts'
import { keepSharedItem } from '../core/storage/shared-items.ts'

/** The address of the manifest's `share_target`. */
const SHARE = '/share'
/** Far more files than a post has are a mistake. */
const FILES_MAX = 50
/** Bytes of an item: any website can post one here. */
const BYTES_MAX = 512 * 1024 * 1024

/** Posted by the system when the user shares something with the installed app. */
export function isShared({ request, url }: { request: Request; url: URL }): boolean {
  return request.method === 'POST' && url.origin === location.origin && url.pathname === SHARE
}

/**
 * Keeps what was shared on this device, with or without a connection, and leads to the page that asks what is to become of it. A page
 * that is loaded again does not share it again.
 */
export async function keepShared(request: Request): Promise<Response> {
  try {
    const kept = await keep(request)
    return Response.redirect(`${SHARE}?${'id' in kept ? `item=${kept.id}` : `failed=${kept.failed}`}`, 303)
  } catch (error) {
    console.warn('A shared item could not be kept', error)
    return Response.redirect(`${SHARE}?failed=storage`, 303)
  }
}

async function keep(request: Request): Promise<{ id: string } | { failed: ShareFailure }> {
  // Before its bytes are read, where they are told.
  if (Number(request.headers.get('content-length')) > BYTES_MAX) return { failed: 'size' }
  const account = await signedIn()
  if (account === undefined) return { failed: 'session' }
  const form = await request.formData()
  const files = form.getAll('files').filter((value) => value instanceof File && value.size > 0) as File[]
  const text = sharedText(SHARED_FIELDS.map((name) => form.get(name)))
  if (files.length > FILES_MAX) return { failed: 'files' }
  if (files.reduce((bytes, { size }) => bytes + size, new Blob([text]).size) > BYTES_MAX) return { failed: 'size' }
  const id = v7()
  const shared = files.map((file) => ({ fileId: v7(), file }))
  const isKept = await keepSharedItem({ id, account, at: Date.now(), text, files: shared })
  return isKept ? { id } : { failed: 'waiting' }
}

/** The account on this device; null for nobody, undefined where the session cannot be read: then it may be anybody's. */
async function signedIn(): Promise<string | null | undefined> {
  try {
    return (await readSession())?.user._id ?? null
  } catch {
    return undefined
  }
}
