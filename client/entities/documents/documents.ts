import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IdentityDocument } from '@vesper/sync/vesper/api/performers.ts'

export const ACCEPTED = 'image/jpeg,image/png,image/webp,application/pdf'
const MAX_BYTES = 10 * 1024 * 1024

export type DocumentKind = IdentityDocument['kind']
export type Documents = Partial<Record<DocumentKind, File>>

export const DOCUMENT_KINDS: readonly DocumentKind[] = ['idFront', 'idBack', 'selfie']
const required: DocumentKind[] = ['idFront', 'selfie']

/** All of them but what is of that kind. */
export function without<Value>(given: Partial<Record<DocumentKind, Value>>, kind: DocumentKind): typeof given {
  const { [kind]: _, ...others } = given
  return others
}

/** The errors of documents before anything is sent. Kinds in `sent` are with the server already. */
export function documentErrors(
  documents: Documents,
  sent: readonly DocumentKind[] = [],
): Partial<Record<DocumentKind, MessageDescriptor>> {
  const errors: Partial<Record<DocumentKind, MessageDescriptor>> = {}
  for (const kind of required)
    if (!documents[kind] && !sent.includes(kind)) errors[kind] = msg`This document is needed.`
  for (const [kind, file] of Object.entries(documents) as [DocumentKind, File][]) {
    if (!ACCEPTED.split(',').includes(file.type)) errors[kind] = msg`Use a JPEG, PNG or WebP picture, or a PDF.`
    else if (file.size > MAX_BYTES) errors[kind] = msg`This file is larger than 10 MB.`
  }
  return errors
}
