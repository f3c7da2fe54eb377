import { Link } from '@tanstack/react-router'
import { MENTION } from '@vesper/sync/vesper/records/comment.ts'
import { Fragment, useMemo } from 'react'
import { linkSegments } from '../../ui/text/link-segments.ts'

/** A stretch of a comment: plain text, an address, or the name of a creator. */
export type CommentSegment =
  | { kind: 'text'; text: string }
  | { kind: 'mention'; text: string }
  | { kind: 'link'; text: string; href: string }

/** Splits a comment at its addresses, and at the names that the server knows to be of creators. */
export function commentSegments(text: string, mentions: readonly string[]): CommentSegment[] {
  return linkSegments(text).flatMap((segment) =>
    segment.kind === 'link' ? segment : mentionSegments(segment.text, mentions),
  )
}

/** The text of a comment. Everything in it but addresses and names is plain text to the browser. */
export function CommentText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const segments = useMemo(() => commentSegments(text, mentions), [text, mentions])
  return segments.map((segment, index) => {
    if (segment.kind === 'text') return <Fragment key={index}>{segment.text}</Fragment>
    if (segment.kind === 'mention') {
      return (
        <Link
          key={index}
          to="/$profileId"
          params={{ profileId: segment.text.slice(1).toLowerCase() }}
          className="font-semibold text-accent-ink hover:underline"
        >
          <bdi>{segment.text}</bdi>
        </Link>
      )
    }
    return (
      <a
        key={index}
        href={segment.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="font-medium underline underline-offset-2 [overflow-wrap:anywhere]"
      >
        {segment.text}
      </a>
    )
  })
}

function mentionSegments(text: string, mentions: readonly string[]): CommentSegment[] {
  const segments: CommentSegment[] = []
  let end = 0
  for (const { index, 1: before = '', 2: name = '' } of text.matchAll(MENTION)) {
    if (!mentions.includes(name.toLowerCase())) continue
    const start = index + before.length
    if (start > end) segments.push({ kind: 'text', text: text.slice(end, start) })
    end = start + 1 + name.length
    segments.push({ kind: 'mention', text: text.slice(start, end) })
  }
  if (end < text.length) segments.push({ kind: 'text', text: text.slice(end) })
  return segments
}
