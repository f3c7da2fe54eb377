/// <reference lib="webworker" />
import { v7 } from 'uuid'
import { readSession } from '../core/session/stored-session.ts'
import { keepSharedItem } from '../core/storage/shared-items.ts'

/** The address of the manifest's `share_target`. */
const SHARE = '/share'
/** Far more files than a post has are a mistake. */
const FILES_MAX = 50

/** Posted by the system when the user shares something with the installed app. */
export function isShared({ request, url }: { request: Request; url: URL }): boolean {
  return request.method === 'POST' && url.origin === location.origin && url.pathname === SHARE
}

/**
 * Keeps what was shared on this device, with or without a connection, and leads to the page that puts it into a draft. A page
 * that is loaded again does not share it again.
 */
export async function keepShared(request: Request): Promise<Response> {
  try {
    const form = await request.formData()
    const files = form.getAll('files').filter((value) => value instanceof File && value.size > 0) as File[]
    const id = v7()
    await keepSharedItem({
      ...{ id, account: await signedIn(), at: Date.now(), text: textOf(form) },
      files: files.slice(0, FILES_MAX).map((file) => ({ fileId: v7(), file })),
    })
    return Response.redirect(`${SHARE}?item=${id}`, 303)
  } catch (error) {
    console.warn('A shared item could not be kept', error)
    return Response.redirect(`${SHARE}?failed=true`, 303)
  }
}

async function signedIn(): Promise<string | null> {
  return (await readSession().catch(() => null))?.user._id ?? null
}

/** Apps put a link into either field, and the title often into the text as well: each part stands once. */
function textOf(form: FormData): string {
  const values = ['title', 'text', 'url'].map((name) => form.get(name))
  const parts = new Set(values.map((value) => (typeof value === 'string' ? value.trim() : '')))
  const isSaidElsewhere = (part: string) => [...parts].some((other) => other !== part && other.includes(part))
  return [...parts].filter((part) => part !== '' && !isSaidElsewhere(part)).join('\n')
}
