import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import sharp from 'sharp'
import type { App } from '../../../app.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { escapeHtml } from '../../../infra/http/escape-html.ts'
import { User } from '../../people/accounts/entity.ts'
import { readDocument } from '../../people/performers/documents/documents.ts'
import { PerformerDocument } from '../../people/performers/entity.ts'

/** Pixels of the longer side: text on a document stays readable. */
const EDGE = 2048

/**
 * An identity document as a JPEG with the reader's name across it. Each look is audited before the bytes are opened.
 * Refuses as `not-found` one that is not there any more, and as `conflict` a PDF, which cannot be marked so.
 */
export async function showDocument(app: App, actor: Actor, id: string): Promise<Buffer> {
  const em = app.orm.em.fork()
  const document = await em.findOne(PerformerDocument, { id })
  const sealed = document && document.removedAt == null ? await readDocument(app, id) : null
  if (!document || !sealed) throw new Refusal('not-found', 'This document is not there any more.')
  if (document.mimeType === 'application/pdf') {
    throw new Refusal(
      'conflict',
      'A PDF is not shown here. The operator writes it into a file by the command "document".',
    )
  }
  const { username, name } = await em.findOneOrFail(User, { id: actor.userId })
  const after = { kind: document.kind, documentId: id }
  await transact(app, actor, (tx) =>
    Promise.resolve(audit(tx, { action: 'creator.document', subjectId: document.userId, after })),
  )
  const chunks: Buffer[] = []
  for await (const chunk of sealed) chunks.push(chunk)
  return marked(
    Buffer.concat(chunks),
    `${username ?? name}, ${app.clock().toISOString().slice(0, 16).replace('T', ' ')}`,
  )
}

/** Draws a text across a picture, so that a copy of the screen tells where it comes from. */
async function marked(bytes: Buffer, text: string): Promise<Buffer> {
  const picture = sharp(bytes).rotate().resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await picture.jpeg().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const size = Math.max(12, Math.round(Math.hypot(width, height) / (text.length * 0.8)))
  const lines = [0.25, 0.5, 0.75].map(
    (at) =>
      `<text x="50%" y="${Math.round(height * at)}" font-family="sans-serif" font-size="${size}" text-anchor="middle"
        fill="#fff" fill-opacity="0.45" stroke="#000" stroke-opacity="0.45"
        transform="rotate(-20 ${width / 2} ${Math.round(height * at)})">${escapeHtml(text)}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${lines.join('')}</svg>`
  const mark = await sharp(Buffer.from(svg)).png().toBuffer()
  // Without any font on the machine nothing is drawn, and no error is thrown.
  const alpha = (await sharp(mark).stats()).channels[3]
  if (!alpha?.max)
    throw new TypeError('the name could not be drawn: the machine has no font (install fonts-dejavu-core)')
  return sharp(data)
    .composite([{ input: mark }])
    .jpeg({ quality: 85 })
    .toBuffer()
}
