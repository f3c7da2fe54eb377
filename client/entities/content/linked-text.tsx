import { linkSegments } from '@vesper/sync/vesper/records/link-segments.ts'
import { useMemo } from 'react'

/** A text with its web addresses as links; everything else is plain text to the browser. */
export function LinkedText({ text }: { text: string }) {
  const segments = useMemo(() => linkSegments(text), [text])
  return segments.map((segment, index) =>
    segment.kind === 'text' ? (
      segment.text
    ) : (
      <a
        key={index}
        href={segment.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="font-medium underline underline-offset-2 [overflow-wrap:anywhere]"
      >
        {segment.text}
      </a>
    ),
  )
}
