import { Link } from '@tanstack/react-router'
import { mentionSegments } from '@vesper/sync/vesper/records/mentions.ts'
import type { MentionSegment } from '@vesper/sync/vesper/records/mentions.ts'
import { Fragment, useMemo } from 'react'

/** Splits a comment at its addresses, and at the names that the server knows to be of creators. */
export function commentSegments(text: string, mentions: readonly string[]): MentionSegment[] {
  return mentionSegments(text, (name) => mentions.includes(name))
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
          params={{ profileId: segment.name }}
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
