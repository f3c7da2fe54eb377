import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useEffect, useRef, useState } from 'react'
import type { MouseEvent, RefObject } from 'react'
import { LinkedText } from '../../entities/content/linked-text.tsx'
import { cx } from '../../ui/cx.ts'

/** A feed shows this many lines of a longer text; the class `line-clamp-8` cuts there. */
export const LINES_SHOWN = 8
/** A text of so many lines more is shown whole: the way to the rest would take as much room. */
export const LINES_MORE = 2

type Props = { post: Post; isWhole: boolean }

/** The words of a post. In a feed a long text is cut, and the words lead to the whole post. */
export function PostText({ post, isWhole }: Props) {
  const text = useRef<HTMLParagraphElement>(null)
  const length = useLength(text)
  const navigate = useNavigate()
  const isCut = !isWhole && length !== 'short'
  const hasPage = isConfirmed(post) && post.publishedAt !== null
  const to = { to: '/posts/$postId', params: { postId: post._id } } as const
  const open = (event: MouseEvent) => {
    if (isMeantElsewhere(event)) return
    void navigate(to)
  }
  return (
    <div className="px-4 pb-4">
      {/* For a pointer alone: the links in the head and below lead there from the keyboard. */}
      <p
        ref={text}
        dir="auto"
        onClick={hasPage && !isWhole ? open : undefined}
        className={cx('whitespace-pre-line', isCut && 'line-clamp-8', hasPage && !isWhole && 'cursor-pointer')}
      >
        <LinkedText text={post.text} />
      </p>
      {isCut && length === 'long' && hasPage && (
        <Link
          {...to}
          className="-mb-3 inline-flex min-h-target items-center text-sm font-semibold text-accent-ink hover:underline"
        >
          <Trans>Read more</Trans>
        </Link>
      )}
    </div>
  )
}

/** `long` when the whole text has more lines than a feed shows; `unknown` until it is drawn. */
function useLength(text: RefObject<HTMLElement | null>): 'short' | 'long' | 'unknown' {
  const [length, setLength] = useState<'short' | 'long' | 'unknown'>('unknown')
  useEffect(() => {
    const element = text.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { scrollHeight } = element
      // A card out of sight has no size.
      if (scrollHeight === 0) return
      const lines = Math.round(scrollHeight / parseFloat(getComputedStyle(element).lineHeight))
      setLength(lines > LINES_SHOWN + LINES_MORE ? 'long' : 'short')
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [text])
  return length
}

/** A link has its own way, and whoever selects words does not press. */
function isMeantElsewhere({ target, currentTarget, defaultPrevented }: MouseEvent): boolean {
  if (defaultPrevented || (target instanceof Element && target.closest('a'))) return true
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(currentTarget, true)
}
